package io.tutti.binlog.file;

import io.tutti.binlog.file.TableKeys.Keys;
import io.tutti.binlog.file.TableKeys.Reference;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A table of which rows are read.
 *
 * @param shape empty where it cannot be read
 * @param keys empty where none is known
 */
record RowTable(int number, Optional<TableShape> shape, Optional<Keys> keys) {
  private static final long PRIME = 0x100000001b3L;

  KeyUse.State state() {
    if (shape.isEmpty()) {
      return KeyUse.State.UNREADABLE;
    }
    if (keys.isEmpty()) {
      return KeyUse.State.UNKNOWN;
    }
    return keys.get().unique().isEmpty() ? KeyUse.State.KEYLESS : KeyUse.State.KEYED;
  }

  /** Says of a transaction what is so of all of its rows in this table. */
  void mark(RowKeys found) {
    if (keys.isEmpty()) {
      found.meetUnknown();
    } else if (keys.get().isReferenced()) {
      found.meetReferenced();
    }
  }

  /**
   * Adds the keys of a row. A key with a column that is NULL identifies nothing.
   *
   * @param before where the event does not have a column, its value did not change
   */
  void add(ByteBuffer window, RowImage image, RowImage before, RowKeys found) {
    if (keys.isEmpty()) {
      return;
    }
    boolean isKeyed = false;
    int index = 0;
    for (int[] columns : keys.get().unique()) {
      long seed = mixed(number * 64L + index);
      boolean isAdded = add(window, columns, seed, image, before, found, index == 0);
      isKeyed |= isAdded;
      index++;
    }
    if (!isKeyed) {
      found.meetKeyless();
    }
    for (Reference reference : keys.get().references()) {
      add(window, reference.columns(), RowsTaker.seed(reference), image, before, found, false);
    }
  }

  private boolean add(
      ByteBuffer window,
      int[] columns,
      long seed,
      RowImage image,
      RowImage before,
      RowKeys found,
      boolean isFirst) {
    long hash = seed;
    long value = RowKeys.NO_VALUE;
    for (int column : columns) {
      if (column >= image.shape().columns()) {
        return false;
      }
      RowImage from = image.begin(column) == RowImage.ABSENT ? before : image;
      int begin = from.begin(column);
      if (begin < 0) {
        return false;
      }
      hash = mixed(hash + from.end(column) - begin);
      for (int i = begin; i < from.end(column); i++) {
        hash = (hash ^ window.get(i) & 0xff) * PRIME;
      }
      value = isFirst && columns.length == 1 ? integer(window, from, column) : value;
    }
    found.add(mixed(hash), isFirst ? number : -1, value);
    return true;
  }

  /** The value of a whole number; none where its sign is not known and would matter. */
  private static long integer(ByteBuffer window, RowImage image, int column) {
    int bytes = image.shape().integerBytes(column);
    if (bytes == 0) {
      return RowKeys.NO_VALUE;
    }
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (window.get(image.begin(column) + i) & 0xffL) << 8 * i;
    }
    boolean isHigh = (value >>> (8 * bytes - 1) & 1) != 0;
    return isHigh && (bytes == 8 || !image.shape().isUnsigned(column)) ? RowKeys.NO_VALUE : value;
  }

  /** Spreads a number over all bits. */
  static long mixed(long number) {
    long mixed = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}

package io.tutti.binlog.file;

import java.util.Arrays;

/**
 * Which rows a transaction changes: a number for each value of a key, before and after the change.
 * Two transactions that change the same row have a number in common; others hardly ever have.
 */
public final class RowKeys {
  /** Beyond as many, rows are counted only. */
  public static final int KEYS_MAX = 1 << 18;

  /** For keys of which the value is not shown. */
  public static final long NO_VALUE = Long.MIN_VALUE;

  private static final int FIRST_KEYS = 16;

  private long[] numbers = new long[FIRST_KEYS];
  private int[] tables = new int[FIRST_KEYS];
  private long[] values = new long[FIRST_KEYS];
  private int count;
  private long rows;
  private boolean isCut;
  private boolean hasKeyless;
  private boolean hasUnknown;
  private boolean hasReferenced;

  RowKeys() {}

  void clear() {
    count = 0;
    rows = 0;
    isCut = false;
    hasKeyless = false;
    hasUnknown = false;
    hasReferenced = false;
  }

  void addRow() {
    rows++;
  }

  /**
   * Adds a key.
   *
   * @param table of which it is the first key; -1 for further ones
   */
  void add(long number, int table, long value) {
    if (count > 0 && numbers[count - 1] == number) {
      return;
    }
    if (count == KEYS_MAX) {
      isCut = true;
      return;
    }
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
      tables = Arrays.copyOf(tables, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    numbers[count] = number;
    tables[count] = table;
    values[count++] = value;
  }

  void cut() {
    isCut = true;
  }

  void meetKeyless() {
    hasKeyless = true;
  }

  void meetUnknown() {
    hasUnknown = true;
  }

  void meetReferenced() {
    hasReferenced = true;
  }

  /** How many there are; some may be there more than once. */
  public int count() {
    return count;
  }

  public long number(int index) {
    return numbers[index];
  }

  /** The table of which it is the first key of a row; -1 for others. */
  public int table(int index) {
    return tables[index];
  }

  /** The key's value where it is one whole number. */
  public long value(int index) {
    return values[index];
  }

  /** A copy without repetitions. */
  public long[] numbers() {
    long[] sorted = Arrays.copyOf(numbers, count);
    Arrays.sort(sorted);
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  /** How many rows were read. */
  public long rows() {
    return rows;
  }

  /** Whether there are more rows than were looked into. */
  public boolean isCut() {
    return isCut;
  }

  /** Whether a row is of a table without a key, or has none. */
  public boolean hasKeyless() {
    return hasKeyless;
  }

  /** Whether a row is of a table of which no key is known, or cannot be read. */
  public boolean hasUnknown() {
    return hasUnknown;
  }

  /** Whether a row is of a table that others name in foreign keys. */
  public boolean hasReferenced() {
    return hasReferenced;
  }
}

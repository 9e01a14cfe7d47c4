package io.tutti.binlog.file;

import io.tutti.binlog.file.TableKeys.Keys;
import io.tutti.binlog.file.TableKeys.Reference;
import io.tutti.binlog.file.TableNames.Name;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads the rows of events as far as their keys need it. */
final class RowsTaker {
  private static final int TABLES_MAX = 1 << 14;
  private static final int UNPACKED_BYTES_MAX = 64 << 20;

  private final TableKeys keys;
  private final RowKeys found;
  private final KeyUse use;
  private final Map<Long, RowTable> byId = new HashMap<>();
  private long newestId = -1;
  private Optional<RowTable> newest = Optional.empty();

  RowsTaker(TableKeys keys, RowKeys found, KeyUse use) {
    this.keys = keys;
    this.found = found;
    this.use = use;
  }

  /** A new log begins. */
  void forgetIds() {
    byId.clear();
    newestId = -1;
    newest = Optional.empty();
  }

  /** Reads which table rows will name how. */
  void announce(EventBody body, int number, Name name) throws BinlogException {
    long id = body.u48();
    if (byId.containsKey(id)) {
      return;
    }
    if (byId.size() >= TABLES_MAX) {
      forgetIds();
    }
    RowTable table = table(body, number, name);
    byId.put(id, table);
    newestId = -1;
    use.meet(number, table.state());
  }

  private RowTable table(EventBody body, int number, Name name) throws BinlogException {
    body.skip(2);
    body.skip(body.u8() + 1);
    body.skip(body.u8() + 1);
    Optional<TableShape> shape = shape(body);
    Optional<Keys> known = keys.of(name);
    if (known.isEmpty()) {
      known =
          shape
              .filter(TableShape::saysItsKey)
              .map(each ->
                  new Keys(each.primaryKey().map(List::of).orElse(List.of()), List.of(), false));
    }
    return new RowTable(number, shape, known);
  }

  private static Optional<TableShape> shape(EventBody body) {
    try {
      return Optional.of(TableShape.read(body));
    } catch (BinlogException e) {
      return Optional.empty();
    }
  }

  /** Reads the rows of an event; those that cannot be read are marked as unknown. */
  void take(int type, EventBody body, boolean isWhole) throws BinlogException {
    long id = body.u48();
    if (id != newestId) {
      newestId = id;
      newest = Optional.ofNullable(byId.get(id));
    }
    if (newest.isEmpty() || newest.get().shape().isEmpty()) {
      found.meetUnknown();
      return;
    }
    RowTable table = newest.get();
    table.mark(found);
    if (!isWhole) {
      found.cut();
      return;
    }
    try {
      read(type, body, table, table.shape().get());
    } catch (BinlogException e) {
      found.meetUnknown();
      use.meet(table.number(), KeyUse.State.UNREADABLE);
    }
  }

  private void read(int type, EventBody body, RowTable table, TableShape shape)
      throws BinlogException {
    body.skip(2);
    if (hasExtra(type)) {
      body.skip(body.u16() - 2);
    }
    int columns = body.count(shape.columns());
    if (columns != shape.columns()) {
      throw body.unknown("rows of other columns");
    }
    byte[] first = body.bytes((columns + 7) / 8);
    boolean isUpdate = isUpdate(type);
    byte[] second = isUpdate ? body.bytes((columns + 7) / 8) : first;
    if (type >= EventType.WRITE_ROWS_COMPRESSED_V1 && !unpack(body)) {
      found.cut();
      return;
    }
    RowImage before = new RowImage(shape);
    RowImage after = new RowImage(shape);
    while (body.left() > 0) {
      int begin = body.position();
      before.read(body, first);
      if (isUpdate) {
        if (type == EventType.PARTIAL_UPDATE_ROWS) {
          after.skipPartialHead(body);
        }
        after.read(body, second);
      }
      if (body.position() == begin) {
        throw body.unknown("rows without columns");
      }
      found.addRow();
      table.add(body.window(), before, before, found);
      if (isUpdate) {
        table.add(body.window(), after, before, found);
      }
    }
  }

  private static boolean isUpdate(int type) {
    return type == EventType.UPDATE_ROWS_V1
        || type == EventType.UPDATE_ROWS
        || type == EventType.PARTIAL_UPDATE_ROWS
        || type == EventType.UPDATE_ROWS_COMPRESSED_V1
        || type == EventType.UPDATE_ROWS_COMPRESSED;
  }

  private static boolean hasExtra(int type) {
    return type >= EventType.WRITE_ROWS && type <= EventType.DELETE_ROWS
        || type == EventType.PARTIAL_UPDATE_ROWS
        || type >= EventType.WRITE_ROWS_COMPRESSED;
  }

  /** MariaDB packs rows, behind their columns; false where they are too many. */
  private static boolean unpack(EventBody body) throws BinlogException {
    int head = body.u8();
    if ((head >> 4 & 7) != 0) {
      throw body.unknown("rows of this compression");
    }
    long length = 0;
    for (int i = head & 7; i > 0; i--) {
      length = length << 8 | body.u8();
    }
    if (length > UNPACKED_BYTES_MAX || length < 0) {
      return false;
    }
    byte[] unpacked = new byte[(int) length];
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(body.bytes(body.left()));
      int count = 0;
      int more = 1;
      while (count < unpacked.length && more > 0) {
        more = inflater.inflate(unpacked, count, unpacked.length - count);
        count += more;
      }
      if (count < unpacked.length) {
        throw body.unknown("rows of a length that is not as they say");
      }
    } catch (DataFormatException e) {
      throw body.unknown("rows that are packed so");
    }
    body.begin(unpacked);
    return true;
  }

  /** What references of that table are, for the use of {@link RowTable}. */
  static long seed(Reference reference) {
    return RowTable.mixed(reference.table().hashCode() + (1L << 40));
  }
}

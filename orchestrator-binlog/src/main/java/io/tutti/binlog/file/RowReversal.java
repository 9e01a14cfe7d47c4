package io.tutti.binlog.file;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The reverse of what a transaction does to rows, byte by byte: the last row first, an insert for a
 * delete, the row as it was for the row as it became. Nothing is decoded, so no type, sign or
 * character set can be taken for another one. Pure.
 */
public final class RowReversal {
  private static final int TYPE_AT = 4;
  private static final int LENGTH_AT = 9;
  private static final int POSITION_AT = 13;
  private static final int TABLE_AND_FLAGS_BYTES = 8;
  private static final int TABLE_ID_BYTES = 6;

  /** The rows of a statement end here; foreign keys are neither checked nor followed. */
  private static final int STATEMENT_ENDS_WITHOUT_FOREIGN_KEYS = 0x01 | 0x02;

  private static final int EXTRA_BYTES_MIN = 2;

  /** Rows of one table are put into one event up to this size. */
  private static final int EVENT_BYTES = 64 * 1024;

  private static final int COLUMNS_MAX = 4_096;
  private static final String WHERE = "rows";

  /**
   * One row.
   *
   * @param table the announcement of its table, with its header, without a checksum
   * @param event the header of its event, its table's number, and what else all rows of it share
   * @param before empty of an insert
   * @param after empty of a delete
   */
  private record Row(byte[] table, Shared event, byte[] before, byte[] after) {
    Row reversed() {
      return new Row(table, event, after, before);
    }

    boolean goesWith(Row other) {
      return Arrays.equals(table, other.table)
          && event.version == other.event.version
          && kind() == other.kind();
    }

    /** Where it is in the numbers of types: write, update, delete. */
    int kind() {
      if (before.length == 0) {
        return 0;
      }
      return after.length == 0 ? 2 : 1;
    }
  }

  /**
   * What all rows of an event share.
   *
   * @param version the type of an insert in this version of events
   */
  private record Shared(byte[] header, byte[] tableId, int version, int columns) {}

  private RowReversal() {}

  /**
   * @param events announcements of tables and events of rows, each as the server sent it
   * @param checksumBytes at the end of each
   * @return pairs of an announcement and an event of its rows, each with its checksum
   * @throws BinlogException where an event does not show its rows whole, or is of a kind that is
   *     not known
   */
  public static List<List<byte[]>> of(List<byte[]> events, int checksumBytes)
      throws BinlogException {
    List<Row> rows = new ArrayList<>();
    Tables tables = new Tables();
    for (byte[] event : events) {
      byte[] bare = Arrays.copyOf(event, event.length - checksumBytes);
      if ((bare[TYPE_AT] & 0xff) == EventType.TABLE_MAP) {
        tables.add(bare);
      } else {
        rows.addAll(tables.rows(bare));
      }
    }
    return written(rows.reversed().stream().map(Row::reversed).toList(), checksumBytes);
  }

  private static List<List<byte[]>> written(List<Row> rows, int checksumBytes) {
    List<List<byte[]>> written = new ArrayList<>();
    List<Row> together = new ArrayList<>();
    int bytes = 0;
    for (Row row : rows) {
      if (!together.isEmpty() && (!row.goesWith(together.getFirst()) || bytes > EVENT_BYTES)) {
        written.add(pair(together, checksumBytes));
        together.clear();
        bytes = 0;
      }
      together.add(row);
      bytes += row.before().length + row.after().length;
    }
    if (!together.isEmpty()) {
      written.add(pair(together, checksumBytes));
    }
    return written;
  }

  private static List<byte[]> pair(List<Row> rows, int checksumBytes) {
    Row first = rows.getFirst();
    Shared shared = first.event();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] header = shared.header().clone();
    header[TYPE_AT] = (byte) (shared.version() + first.kind());
    out.writeBytes(header);
    out.writeBytes(shared.tableId());
    out.write(STATEMENT_ENDS_WITHOUT_FOREIGN_KEYS);
    out.write(0);
    if (shared.version() == EventType.WRITE_ROWS) {
      out.write(EXTRA_BYTES_MIN);
      out.write(0);
    }
    writePacked(out, shared.columns());
    byte[] all = new byte[(shared.columns() + 7) / 8];
    Arrays.fill(all, (byte) 0xff);
    out.writeBytes(all);
    if (first.kind() == 1) {
      out.writeBytes(all);
    }
    for (Row row : rows) {
      out.writeBytes(row.before());
      out.writeBytes(row.after());
    }
    return List.of(
        finished(first.table(), checksumBytes), finished(out.toByteArray(), checksumBytes));
  }

  /** A number of columns. */
  private static void writePacked(ByteArrayOutputStream out, int number) {
    if (number > 250) {
      out.write(252);
      out.write(number & 0xff);
      out.write(number >> 8);
    } else {
      out.write(number);
    }
  }

  /** With its length, without a place, and with its checksum. */
  private static byte[] finished(byte[] bare, int checksumBytes) {
    byte[] event = Arrays.copyOf(bare, bare.length + checksumBytes);
    ByteBuffer fields = ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
    fields.putInt(LENGTH_AT, event.length);
    fields.putInt(POSITION_AT, 0);
    if (checksumBytes > 0) {
      CRC32 sum = new CRC32();
      sum.update(event, 0, bare.length);
      fields.putInt(bare.length, (int) sum.getValue());
    }
    return event;
  }

  /** The tables that were announced, and the rows of them. For one thread. */
  private static final class Tables {
    private final Troubles troubles = new Troubles(WHERE, () -> 0);
    private final EventBody body =
        new EventBody(
            new EventReader(Channels.newChannel(InputStream.nullInputStream()), 0, 0, troubles));
    private final List<byte[]> announced = new ArrayList<>();

    private BinlogException against(String why) {
      return troubles.at(0, Kind.CORRUPT, why);
    }

    void add(byte[] event) {
      announced.add(event);
    }

    /** The newest of that number counts. */
    private byte[] announcement(byte[] tableId) throws BinlogException {
      int at = EventReader.HEADER_BYTES;
      for (byte[] each : announced.reversed()) {
        if (Arrays.equals(each, at, at + TABLE_ID_BYTES, tableId, 0, TABLE_ID_BYTES)) {
          return each;
        }
      }
      throw against("it has rows of a table that it does not describe");
    }

    private TableShape shape(byte[] announcement) throws BinlogException {
      body.begin(bodyOf(announcement));
      body.skip(TABLE_AND_FLAGS_BYTES);
      body.skip(body.u8() + 1);
      body.skip(body.u8() + 1);
      return TableShape.read(body);
    }

    private static byte[] bodyOf(byte[] event) {
      return Arrays.copyOfRange(event, EventReader.HEADER_BYTES, event.length);
    }

    List<Row> rows(byte[] event) throws BinlogException {
      int type = event[TYPE_AT] & 0xff;
      int version = type >= EventType.WRITE_ROWS ? EventType.WRITE_ROWS : EventType.WRITE_ROWS_V1;
      int kind = type - version;
      if (kind < 0 || kind > 2) {
        throw against("it holds parts of JSON values, or rows in a form that is not reversed");
      }
      byte[] content = bodyOf(event);
      byte[] table = announcement(Arrays.copyOf(content, TABLE_ID_BYTES));
      RowImage image = new RowImage(shape(table));
      body.begin(content);
      body.skip(TABLE_AND_FLAGS_BYTES);
      if (version == EventType.WRITE_ROWS) {
        body.skip(body.u16() - EXTRA_BYTES_MIN);
      }
      int columns = body.count(COLUMNS_MAX);
      if (columns != image.shape().columns()) {
        throw against("it has rows with other columns than their table");
      }
      byte[] all = requireWhole(columns);
      if (kind == 1) {
        requireWhole(columns);
      }
      Shared shared =
          new Shared(
              Arrays.copyOf(event, EventReader.HEADER_BYTES),
              Arrays.copyOf(content, TABLE_ID_BYTES),
              version,
              columns);
      List<Row> rows = new ArrayList<>();
      while (body.left() > 0) {
        byte[] first = read(content, image, all);
        byte[] second = kind == 1 ? read(content, image, all) : new byte[0];
        rows.add(
            kind == 0
                ? new Row(table, shared, new byte[0], first)
                : new Row(table, shared, first, second));
      }
      return rows;
    }

    private byte[] requireWhole(int columns) throws BinlogException {
      byte[] present = body.bytes((columns + 7) / 8);
      for (int i = 0; i < columns; i++) {
        if ((present[i >> 3] & 1 << (i & 7)) == 0) {
          throw against("it does not show rows whole (binlog_row_image is not FULL)");
        }
      }
      return present;
    }

    private byte[] read(byte[] content, RowImage image, byte[] columns) throws BinlogException {
      int begin = body.position();
      image.read(body, columns);
      return Arrays.copyOfRange(content, begin, body.position());
    }
  }
}

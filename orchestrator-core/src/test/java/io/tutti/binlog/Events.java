package io.tutti.binlog;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DeflaterOutputStream;

/** Events of a binlog, as servers write them, for tests. */
final class Events {
  static final int QUERY = 2;
  static final int ROTATE = 4;
  static final int TABLE_MAP = 19;
  static final int ROWS_QUERY = 29;
  static final int WRITE_ROWS = 30;
  static final int ANONYMOUS_GTID = 34;
  static final int PREVIOUS_GTIDS = 35;
  static final int PAYLOAD = 40;
  static final int QUERY_COMPRESSED = 165;
  static final int WRITE_ROWS_COMPRESSED = 169;
  static final int JSON = 245;
  static final int BLOB = 252;

  /** Where lengths take four bytes. */
  private static final int LONG_LENGTHS = 4;

  private Events() {}

  static void begin(FakeSource.Wire wire) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(FakeSource.number(4, 8));
    data.writeBytes("b.000001".getBytes(StandardCharsets.US_ASCII));
    wire.event(ROTATE, data.toByteArray());
  }

  /** A table with one column of documents or texts, and what is added to its description. */
  static byte[] table(int id, int type, byte[] added) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(FakeSource.number(id, 6));
    data.writeBytes(new byte[] {0, 0, 1, 'd', 0, 1, 't', 0, 1, (byte) type, 1, LONG_LENGTHS, 0});
    data.writeBytes(added);
    return data.toByteArray();
  }

  /** A row of such a table. */
  static byte[] row(int id, byte[] value) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(FakeSource.number(id, 6));
    data.writeBytes(new byte[] {0, 0, 2, 0, 1, 1, 0});
    data.writeBytes(FakeSource.number(value.length, 4));
    data.writeBytes(value);
    return data.toByteArray();
  }

  static byte[] statement(byte[] sql) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(new byte[8]);
    data.writeBytes(new byte[] {1, 0, 0, 0, 0, 'd', 0});
    data.writeBytes(sql);
    return data.toByteArray();
  }

  /** An event with its header, as it is in a packed transaction. */
  static byte[] whole(int type, byte[] data) {
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    event.writeBytes(FakeSource.number(1, 4));
    event.write(type);
    event.writeBytes(FakeSource.number(1, 4));
    event.writeBytes(FakeSource.number(19 + data.length, 4));
    event.writeBytes(FakeSource.number(0, 4));
    event.writeBytes(new byte[2]);
    event.writeBytes(data);
    return event.toByteArray();
  }

  /** Writes what is to be packed. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  static byte[] packed(Content content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(packed, 3)) {
      content.writeTo(out);
    }
    return packed.toByteArray();
  }

  /**
   * A transaction that was packed.
   *
   * @param announced what it says that it unpacks to; negative where it says nothing
   */
  static byte[] payload(byte[] packed, long announced) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(new byte[] {2, 1, 0});
    if (announced >= 0) {
      data.writeBytes(new byte[] {3, 9, (byte) 254});
      data.writeBytes(FakeSource.number(announced, 8));
    }
    data.writeBytes(new byte[] {1, 9, (byte) 254});
    data.writeBytes(FakeSource.number(packed.length, 8));
    data.write(0);
    data.writeBytes(packed);
    return data.toByteArray();
  }

  /**
   * What MariaDB compresses of an event.
   *
   * @param head what comes before it, as it is
   * @param announced how many bytes it says that it unpacks to
   */
  static byte[] compressed(byte[] head, byte[] content, long announced) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(head);
    data.write(0x84);
    for (int shift = 24; shift >= 0; shift -= 8) {
      data.write((int) (announced >>> shift));
    }
    try (OutputStream out = new DeflaterOutputStream(data)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return data.toByteArray();
  }
}

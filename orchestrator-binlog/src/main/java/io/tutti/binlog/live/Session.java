package io.tutti.binlog.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tutti.binlog.file.LogSourceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A connection on which statements are run. For one thread. */
final class Session implements Closeable {
  private static final int QUERY = 3;
  private static final int ERROR = 0xff;
  private static final int END = 0xfe;
  private static final int END_BYTES_MAX = 8;
  private static final int NULL = 0xfb;

  /** More rows than any answer has that is asked for. */
  private static final int ROWS_MAX = 2_000_000;

  /** Else what it reads may leave a transaction open for as long as it lives. */
  private static final String INHERITS_NOTHING =
      "SET SESSION completion_type = 0, autocommit = 1, sql_mode = ''";

  private final Wire wire;

  private final Login.Greeting greeting;

  private Session(Wire wire, Login.Greeting greeting) {
    this.wire = wire;
    this.greeting = greeting;
  }

  /**
   * @throws LogSourceException when one is not let in
   */
  static Session open(LiveServer server) throws IOException {
    Wire wire = Wire.connect(server);
    try {
      Session session = new Session(wire, Login.logIn(wire));
      session.run(INHERITS_NOTHING);
      return session;
    } catch (IOException | RuntimeException e) {
      wire.close();
      throw e;
    }
  }

  Wire wire() {
    return wire;
  }

  Login.Greeting greeting() {
    return greeting;
  }

  /**
   * Runs a statement.
   *
   * @return its rows, each with its columns as text; NULL is an empty one
   * @throws LogSourceException when the server refuses it
   */
  List<List<String>> run(String sql) throws IOException {
    byte[] text = sql.getBytes(UTF_8);
    wire.command(ByteBuffer.allocate(text.length + 1).put((byte) QUERY).put(text).array());
    byte[] first = answer();
    if (first.length == 0 || first[0] == 0) {
      return List.of();
    }
    while (!isEnd(answer())) {
      continue;
    }
    List<List<String>> rows = new ArrayList<>();
    for (byte[] row = answer(); !isEnd(row); row = answer()) {
      if (rows.size() >= ROWS_MAX) {
        throw new IOException(wire.server() + " answers without an end");
      }
      rows.add(columns(row));
    }
    return rows;
  }

  private byte[] answer() throws IOException {
    byte[] packet = wire.readPacket();
    if (packet.length > 0 && (packet[0] & 0xff) == ERROR) {
      throw Refusal.read(packet).of(wire.server());
    }
    return packet;
  }

  private static boolean isEnd(byte[] packet) {
    return packet.length > 0 && packet.length <= END_BYTES_MAX && (packet[0] & 0xff) == END;
  }

  private static List<String> columns(byte[] row) {
    List<String> columns = new ArrayList<>();
    ByteBuffer left = ByteBuffer.wrap(row).order(ByteOrder.LITTLE_ENDIAN);
    while (left.hasRemaining()) {
      int first = left.get() & 0xff;
      int length =
          switch (first) {
            case NULL -> 0;
            case 0xfc -> left.getShort() & 0xffff;
            case 0xfd -> (left.getShort() & 0xffff) | (left.get() & 0xff) << 16;
            case 0xfe -> (int) left.getLong();
            default -> first;
          };
      int from = left.position();
      left.position(from + length);
      columns.add(new String(row, from, length, UTF_8));
    }
    return columns;
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }
}

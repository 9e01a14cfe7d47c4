package io.tutti.binlog;

import io.tutti.fixtures.LoopbackListener;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Lets everybody in, has no checksums, and sends what a test wants as its binlog. */
final class FakeSource implements AutoCloseable {
  private static final int CAPABILITIES = 0x0008_a20f;
  private static final int QUERY = 3;
  private static final int DUMP = 0x12;
  static final int LONGEST = 0xffffff;

  /** A place behind all events of a test. */
  private static final int FAR = 1 << 28;

  private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};
  static final byte[] END = {(byte) 0xfe, 0, 0, 2, 0};

  /** What it sends for its binlog. */
  interface Binlog {
    void sendTo(Wire wire) throws IOException;
  }

  private final LoopbackListener listener;
  private final Binlog binlog;
  private final byte[] serverId;
  private final AtomicLong bytes = new AtomicLong();

  private FakeSource(Binlog binlog, byte[] serverId) {
    this.serverId = serverId;
    this.binlog = binlog;
    this.listener = LoopbackListener.serving(this::serve);
  }

  static FakeSource sending(Binlog binlog) {
    return sending(binlog, new byte[] {1, '1'});
  }

  /**
   * @param serverId the row that it tells its number in
   */
  static FakeSource sending(Binlog binlog, byte[] serverId) {
    return new FakeSource(binlog, serverId);
  }

  int port() {
    return listener.port();
  }

  /** What was taken of it, and what was on the way. */
  long bytesTaken() {
    return bytes.get();
  }

  private void serve(Socket client) throws IOException {
    client.setSendBufferSize(1 << 16);
    Wire wire =
        new Wire(new DataInputStream(client.getInputStream()), client.getOutputStream(), bytes);
    wire.packet(greeting());
    wire.read();
    wire.packet(OK);
    for (byte[] said = wire.read(); said[0] != DUMP; said = wire.read()) {
      String text = new String(said, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
      if (said[0] == QUERY && !text.substring(1).startsWith("set")) {
        wire.packet(new byte[] {1});
        wire.packet(new byte[] {3, 'd', 'e', 'f'});
        wire.packet(END);
        if (text.contains("server_id")) {
          wire.packet(serverId);
        }
        wire.packet(END);
      } else {
        wire.packet(OK);
      }
    }
    binlog.sendTo(wire);
  }

  private static byte[] greeting() {
    ByteArrayOutputStream greeting = new ByteArrayOutputStream();
    greeting.write(10);
    greeting.writeBytes("8.0.15\0".getBytes(StandardCharsets.US_ASCII));
    greeting.writeBytes(number(7, 4));
    greeting.writeBytes("12345678\0".getBytes(StandardCharsets.US_ASCII));
    greeting.writeBytes(number(CAPABILITIES & 0xffff, 2));
    greeting.write(33);
    greeting.writeBytes(number(2, 2));
    greeting.writeBytes(number(CAPABILITIES >>> 16, 2));
    greeting.write(21);
    greeting.writeBytes(new byte[10]);
    greeting.writeBytes(
        "123456789012\0mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
    return greeting.toByteArray();
  }

  /** Little-endian, as all numbers of the protocol and of binlogs are. */
  static byte[] number(long value, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (value >>> (8 * i));
    }
    return bytes;
  }

  @Override
  public void close() {
    listener.close();
  }

  /** What a client is told. */
  static final class Wire {
    private final DataInputStream in;
    private final OutputStream out;
    private final AtomicLong bytes;
    private int sequence;

    Wire(DataInputStream in, OutputStream out, AtomicLong bytes) {
      this.in = in;
      this.out = out;
      this.bytes = bytes;
    }

    byte[] read() throws IOException {
      byte[] header = new byte[4];
      in.readFully(header);
      sequence = (header[3] & 0xff) + 1;
      byte[] payload = new byte[(header[0] & 0xff) | (header[1] & 0xff) << 8];
      in.readFully(payload);
      return payload;
    }

    /** What is too long for one packet goes on in the next. */
    void packet(byte[] payload) throws IOException {
      int from = 0;
      for (; payload.length - from >= LONGEST; from += LONGEST) {
        header(LONGEST);
        raw(Arrays.copyOfRange(payload, from, from + LONGEST));
      }
      header(payload.length - from);
      raw(Arrays.copyOfRange(payload, from, payload.length));
    }

    /** Announces that many bytes. */
    void header(int length) throws IOException {
      raw(number(length, 3));
      raw(new byte[] {(byte) sequence++});
    }

    void raw(byte[] some) throws IOException {
      out.write(some);
      out.flush();
      bytes.addAndGet(some.length);
    }

    /** One packet of an event that announces that many bytes, and has these after its header. */
    void event(int type, int announced, byte[] data) throws IOException {
      event(type, announced, FAR, data);
    }

    /**
     * @param next where it says that the next one begins
     */
    void event(int type, int announced, int next, byte[] data) throws IOException {
      ByteArrayOutputStream event = new ByteArrayOutputStream();
      event.write(0);
      event.writeBytes(number(1, 4));
      event.write(type);
      event.writeBytes(number(1, 4));
      event.writeBytes(number(announced, 4));
      event.writeBytes(number(next, 4));
      event.writeBytes(new byte[2]);
      event.writeBytes(data);
      packet(event.toByteArray());
    }

    /** The same, of an event that says how long it is. */
    void event(int type, byte[] data) throws IOException {
      event(type, 19 + data.length, data);
    }
  }
}

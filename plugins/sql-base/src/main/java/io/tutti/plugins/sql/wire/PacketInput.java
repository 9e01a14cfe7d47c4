package io.tutti.plugins.sql.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Hands on whole packets, each after it was checked. Room is made as bytes come, not as they are
 * announced.
 */
final class PacketInput extends InputStream {
  static final int HEADER_BYTES = 4;

  /** That length means that another packet continues with the same; none is ever so long here. */
  private static final int CONTINUED = 0xffffff;

  private static final int KEPT_BYTES = 16 * 1024;

  private final InputStream in;
  private final AnswerGuard guard;
  private byte[] packet = new byte[KEPT_BYTES];
  private int at;
  private int end;
  private boolean passing;

  PacketInput(InputStream in, AnswerGuard guard) {
    this.in = in;
    this.guard = guard;
  }

  /** From now on TLS is spoken here: what comes is no packet any more. */
  void pass() {
    passing = true;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (at == end) {
      if (passing) {
        return in.read(bytes, from, length);
      }
      if (!readPacket()) {
        return -1;
      }
    }
    int taken = Math.min(length, end - at);
    System.arraycopy(packet, at, bytes, from, taken);
    at += taken;
    return taken;
  }

  @Override
  public int available() throws IOException {
    return at < end ? end - at : passing ? in.available() : 0;
  }

  private boolean readPacket() throws IOException {
    if (packet.length > KEPT_BYTES) {
      packet = new byte[KEPT_BYTES];
    }
    at = 0;
    end = 0;
    int header = in.readNBytes(packet, 0, HEADER_BYTES);
    if (header == 0) {
      return false;
    }
    requireWhole(header, HEADER_BYTES);
    int length = (packet[0] & 0xff) | (packet[1] & 0xff) << 8 | (packet[2] & 0xff) << 16;
    guard.announce(length);
    if (length == CONTINUED) {
      throw new WrongAnswer("sent a packet without an end");
    }
    int whole = HEADER_BYTES + length;
    int filled = HEADER_BYTES;
    while (filled < whole) {
      if (filled == packet.length) {
        packet = Arrays.copyOf(packet, Math.min(whole, 2 * packet.length));
      }
      int more = in.read(packet, filled, Math.min(whole, packet.length) - filled);
      requireWhole(more, 1);
      filled += more;
    }
    guard.take(new PacketBytes(packet, HEADER_BYTES, length));
    end = whole;
    return true;
  }

  private static void requireWhole(int got, int wanted) throws EOFException {
    if (got < wanted) {
      throw new EOFException("the server closed the connection in the middle of a packet");
    }
  }
}

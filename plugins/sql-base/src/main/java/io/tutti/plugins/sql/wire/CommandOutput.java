package io.tutti.plugins.sql.wire;

import java.io.IOException;
import java.io.OutputStream;

/** Hands on what the client says, and hears of it when it asks, and what it can do. */
final class CommandOutput extends OutputStream {
  /** Capabilities, size of packets, character set, 19 spare bytes, capabilities of MariaDB. */
  private static final int LOGIN_BYTES = 32;

  private static final int MARIADB_AT = 28;
  private static final long IS_MYSQL = 1;
  private static final long WANTS_TLS = 1 << 11;

  private final OutputStream out;
  private final AnswerGuard guard;
  private final Runnable onTls;
  private final byte[] start = new byte[PacketInput.HEADER_BYTES + LOGIN_BYTES];
  private int seen;
  private int left;
  private boolean loginSeen;
  private boolean passing;

  CommandOutput(OutputStream out, AnswerGuard guard, Runnable onTls) {
    this.out = out;
    this.guard = guard;
    this.onTls = onTls;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (!passing) {
      follow(bytes, from, length);
    }
    out.write(bytes, from, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  private void follow(byte[] bytes, int from, int length) {
    int at = from;
    int end = from + length;
    while (at < end) {
      if (seen < PacketInput.HEADER_BYTES) {
        start[seen] = bytes[at];
        seen++;
        at++;
        if (seen == PacketInput.HEADER_BYTES) {
          left = (int) number(0, 3);
          header();
        }
      } else {
        int taken = Math.min(left, end - at);
        int noted = Math.min(taken, start.length - seen);
        System.arraycopy(bytes, at, start, seen, Math.max(0, noted));
        seen += Math.max(0, noted);
        left -= taken;
        at += taken;
      }
      if (seen >= PacketInput.HEADER_BYTES && left == 0) {
        whole();
        seen = 0;
      }
    }
  }

  /** The first packet of a command has the number 0. */
  private void header() {
    if (loginSeen && start[3] == 0) {
      guard.begin();
    }
  }

  private void whole() {
    if (loginSeen || seen < start.length) {
      return;
    }
    long capabilities = number(PacketInput.HEADER_BYTES, 4);
    boolean isTlsRequest = (capabilities & WANTS_TLS) != 0 && number(0, 3) == LOGIN_BYTES;
    if (isTlsRequest) {
      passing = true;
      onTls.run();
      return;
    }
    loginSeen = true;
    long ofMariaDb =
        (capabilities & IS_MYSQL) == 0 ? number(PacketInput.HEADER_BYTES + MARIADB_AT, 4) : 0;
    guard.clientCan(capabilities | ofMariaDb << 32);
  }

  private long number(int from, int length) {
    long value = 0;
    for (int i = 0; i < length; i++) {
      value |= (start[from + i] & 0xffL) << (8 * i);
    }
    return value;
  }
}

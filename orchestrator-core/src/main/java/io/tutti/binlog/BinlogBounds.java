package io.tutti.binlog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * How much is taken from a server whose binlog is read: counted below the client, which makes room
 * for whatever is announced, and below TLS.
 */
final class BinlogBounds {
  private static final int MEGABYTE = 1 << 20;

  /** Of one event, with all the packets that it comes in. */
  static final int EVENT_BYTES_MAX = 32 * MEGABYTE;

  /** For the login and what is asked before the first event; the client reads ahead. */
  private static final int BEGIN_BYTES_MAX = MEGABYTE;

  private long left = BEGIN_BYTES_MAX;
  private boolean over;

  /** Another event was read whole. */
  synchronized void eventTaken() {
    left = EVENT_BYTES_MAX + BEGIN_BYTES_MAX;
  }

  private synchronized void take(int bytes) throws IOException {
    left -= bytes;
    if (left < 0) {
      throw new IOException("the server sent more than is taken for one event");
    }
  }

  /** Nobody waits for what comes any more. */
  synchronized void end() {
    over = true;
  }

  synchronized boolean isOver() {
    return over;
  }

  /** The same bytes, which count. */
  InputStream counted(InputStream in) {
    return new Counted(in);
  }

  /** A socket of which all that is read counts. */
  Socket socket() {
    return new Socket() {
      @Override
      public InputStream getInputStream() throws IOException {
        return counted(super.getInputStream());
      }
    };
  }

  private final class Counted extends FilterInputStream {
    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      take(1);
      return one;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int count = super.read(bytes, from, length);
      take(Math.max(0, count));
      return count;
    }
  }
}

package io.tutti.binlog;

import com.github.luben.zstd.ZstdInputStream;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * A transaction that its server has compressed. It is unpacked event by event, so that no more than
 * one of them takes room, however many there are.
 *
 * @param payload as it was sent
 * @param bytes what the server says that it unpacks to
 * @param log that it is in
 */
record PackedTransaction(byte[] payload, boolean isCompressed, long bytes, RawEvents log)
    implements EventData {
  private static final long serialVersionUID = 1;

  /** A bit more than a server packs (1 GB is what one event of it may hold). */
  static final long UNPACKED_BYTES_MAX = 1L << 30;

  private static final int END = 0;
  private static final int PAYLOAD_BYTES = 1;
  private static final int COMPRESSION = 2;
  private static final int UNPACKED_BYTES = 3;
  private static final int ZSTD = 0;
  private static final int NONE = 255;

  /**
   * @param in what comes after the header
   */
  static PackedTransaction read(ByteArrayInputStream in, RawEvents log) throws IOException {
    int length = 0;
    int compression = ZSTD;
    long unpacked = UNPACKED_BYTES_MAX;
    for (int field = in.readPackedInteger(); field != END; field = in.readPackedInteger()) {
      int bytes = in.readPackedInteger();
      switch (field) {
        case PAYLOAD_BYTES -> length = in.readPackedInteger();
        case COMPRESSION -> compression = in.readPackedInteger();
        case UNPACKED_BYTES -> unpacked = in.readPackedLong();
        default -> in.read(bytes);
      }
    }
    if (compression != ZSTD && compression != NONE) {
      throw new IOException("it is compressed in a way that is not known");
    }
    return new PackedTransaction(in.read(length), compression == ZSTD, unpacked, log);
  }

  /**
   * @throws IllegalArgumentException when it cannot be unpacked whole; what was handed over before
   *     counts for nothing then
   */
  void unpack(Consumer<Event> each) {
    if (bytes < 0 || bytes > UNPACKED_BYTES_MAX) {
      throw new IllegalArgumentException(tooLarge());
    }
    RawEvents events = log.within();
    try (InputStream unpacked = unpacked()) {
      ByteArrayInputStream in = new ByteArrayInputStream(unpacked);
      for (Event event = events.nextEvent(in); event != null; event = events.nextEvent(in)) {
        if (event.getHeader().getEventType() == EventType.TRANSACTION_PAYLOAD) {
          throw new IOException("it is packed twice");
        }
        each.accept(event);
      }
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException("it cannot be unpacked: " + e.getMessage(), e);
    } finally {
      events.end();
    }
  }

  private InputStream unpacked() throws IOException {
    InputStream packed = new java.io.ByteArrayInputStream(payload);
    return new Counted(isCompressed ? new ZstdInputStream(packed) : packed);
  }

  private static String tooLarge() {
    return "it is compressed, and unpacks to more than %d bytes".formatted(UNPACKED_BYTES_MAX);
  }

  /** Ends where more comes than was announced, or the log is not wanted any more. */
  private final class Counted extends FilterInputStream {
    private long left = bytes;

    Counted(InputStream in) {
      super(in);
    }

    private void take(int count) throws IOException {
      left -= count;
      if (left < 0) {
        throw new IOException("the server announced %d bytes, and more came".formatted(bytes));
      }
      if (log.bounds().isOver()) {
        throw new IOException("its time is over");
      }
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      take(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] room, int from, int length) throws IOException {
      int count = super.read(room, from, length);
      take(Math.max(0, count));
      return count;
    }
  }
}

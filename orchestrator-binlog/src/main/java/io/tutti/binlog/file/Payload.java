package io.tutti.binlog.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.tutti.binlog.file.EventReader.Checks;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.Optional;

/** The events of a transaction that MySQL has compressed. They are unpacked as they are read. */
final class Payload implements AutoCloseable {
  private static final int END = 0;
  private static final int PAYLOAD_BYTES = 1;
  private static final int COMPRESSION = 2;
  private static final int UNPACKED_BYTES = 3;
  private static final int ZSTD = 0;
  private static final int NONE = 255;

  private final InputStream stream;
  private final EventReader events;
  private final long unpackedBytes;

  private Payload(InputStream stream, EventReader events, long unpackedBytes) {
    this.stream = stream;
    this.events = events;
    this.unpackedBytes = unpackedBytes;
  }

  /** What the event says before that which it packs. */
  private record Head(long packedBytes, boolean isPacked, long unpackedBytes) {
    static Head read(EventBody body, EventReader outer) throws IOException {
      long packed = -1;
      long compression = ZSTD;
      long unpacked = -1;
      for (long field = body.packed(); field != END; field = body.packed()) {
        long bytes = body.packed();
        if (field == PAYLOAD_BYTES) {
          packed = body.packed();
        } else if (field == COMPRESSION) {
          compression = body.packed();
        } else if (field == UNPACKED_BYTES) {
          unpacked = body.packed();
        } else {
          body.skip(Math.clamp(bytes, 0, Integer.MAX_VALUE));
        }
      }
      if (compression != ZSTD && compression != NONE) {
        throw outer.corrupt("a transaction is compressed by unknown way " + compression);
      }
      return new Head(packed, compression == ZSTD, compression == ZSTD ? unpacked : packed);
    }
  }

  /**
   * Begins to unpack the event that the file is at.
   *
   * @param body of that event
   * @param before the reader of an earlier payload, whose room is used again
   */
  static Payload open(BinlogFile file, EventBody body, Optional<EventReader> before)
      throws IOException {
    EventReader outer = file.events();
    Head head = Head.read(body, outer);
    long left = outer.at() + outer.length() - body.position();
    if (head.packedBytes() < 0 || head.packedBytes() > left || head.unpackedBytes() < 0) {
      throw outer.corrupt("a compressed transaction does not fit into its event");
    }
    Troubles troubles = file.troubles().within(outer.offset());
    InputStream packed = outer.part(body.position(), head.packedBytes());
    InputStream unpacked =
        new Announced(
            head.isPacked() ? new ZstdInputStreamNoFinalizer(packed) : packed,
            head.unpackedBytes());
    EventReader events =
        before.orElseGet(() ->
            new EventReader(Channels.newChannel(unpacked), 0, head.unpackedBytes(), troubles));
    events.restart(Channels.newChannel(unpacked), troubles);
    events.expect(0, Checks.NONE);
    return new Payload(unpacked, events, head.unpackedBytes());
  }

  EventReader events() {
    return events;
  }

  long unpackedBytes() {
    return unpackedBytes;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  /** Fails where more comes than was announced. */
  private static final class Announced extends FilterInputStream {
    private final long bytes;
    private long left;

    Announced(InputStream in, long bytes) {
      super(in);
      this.bytes = bytes;
      this.left = bytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] room, int from, int length) throws IOException {
      int count = super.read(room, from, length);
      left -= Math.max(0, count);
      if (left < 0 || count < 0 && left > 0) {
        throw new IOException(
            "%d bytes were announced, and %s came".formatted(bytes, left < 0 ? "more" : "less"));
      }
      return count;
    }
  }
}

package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes events, each once it is there whole, and keeps the bytes of the newest one. Room is made
 * as bytes come, not as they are announced. For one thread.
 */
final class RawEvents extends EventDeserializer {
  private static final int HEADER_BYTES = 19;
  private static final int LENGTH_AT = 9;

  /** The room that is made at first. */
  private static final int FIRST_BYTES = 16 * 1024;

  private final BinlogBounds bounds = new BinlogBounds();
  private byte[] newest = {};

  /** Of the connection that the events come over. */
  BinlogBounds bounds() {
    return bounds;
  }

  @Override
  @SuppressWarnings("NullAway") // The library's own sign for the end of the log.
  public @Nullable Event nextEvent(ByteArrayInputStream in) throws IOException {
    if (in.peek() == -1) {
      return null;
    }
    byte[] header = in.read(HEADER_BYTES);
    int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(LENGTH_AT);
    newest = whole(header, length, in);
    bounds.eventTaken();
    return super.nextEvent(new EventBytes(newest));
  }

  private static byte[] whole(byte[] header, int length, ByteArrayInputStream in)
      throws IOException {
    if (length < HEADER_BYTES || length > BinlogBounds.EVENT_BYTES_MAX) {
      throw new IOException(
          "the server announced an event of %d bytes".formatted(Integer.toUnsignedLong(length)));
    }
    byte[] raw = Arrays.copyOf(header, Math.min(length, FIRST_BYTES));
    in.fill(raw, HEADER_BYTES, raw.length - HEADER_BYTES);
    while (raw.length < length) {
      int filled = raw.length;
      raw = Arrays.copyOf(raw, Math.min(length, 2 * filled));
      in.fill(raw, filled, raw.length - filled);
    }
    return raw;
  }

  /** Of the event that was decoded last, as the server sent it. */
  byte[] newest() {
    return newest;
  }
}

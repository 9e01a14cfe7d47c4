package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes events, and keeps the bytes of the newest one. For one thread. */
final class RawEvents extends EventDeserializer {
  private static final int HEADER_BYTES = 19;
  private static final int LENGTH_AT = 9;

  private byte[] newest = {};

  @Override
  @SuppressWarnings("NullAway") // The library's own sign for the end of the log.
  public @Nullable Event nextEvent(ByteArrayInputStream in) throws IOException {
    if (in.peek() == -1) {
      return null;
    }
    byte[] header = in.read(HEADER_BYTES);
    int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(LENGTH_AT);
    byte[] raw = Arrays.copyOf(header, length);
    in.fill(raw, HEADER_BYTES, length - HEADER_BYTES);
    newest = raw;
    return super.nextEvent(new ByteArrayInputStream(raw));
  }

  /** Of the event that was decoded last, as the server sent it. */
  byte[] newest() {
    return newest;
  }
}

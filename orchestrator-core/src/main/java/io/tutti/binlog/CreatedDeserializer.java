package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.FormatDescriptionEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.FormatDescriptionEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * Reads of the event that a log begins with also the one number that the library leaves out: when
 * the log was created, 0 unless it is the first of its process.
 */
final class CreatedDeserializer extends FormatDescriptionEventDataDeserializer {
  private static final int VERSION_BYTES = 2;
  private static final int SERVER_VERSION_BYTES = 50;
  private static final int CREATED_BYTES = 4;

  private volatile long createdSeconds = -1;

  /** Seconds since 1970; negative when none was read yet. */
  long createdSeconds() {
    return createdSeconds;
  }

  @Override
  public FormatDescriptionEventData deserialize(ByteArrayInputStream in) throws IOException {
    byte[] event = in.read(in.available());
    ByteArrayInputStream head = new ByteArrayInputStream(event);
    head.skip(VERSION_BYTES + SERVER_VERSION_BYTES);
    createdSeconds = head.readLong(CREATED_BYTES);
    return super.deserialize(new ByteArrayInputStream(event));
  }
}

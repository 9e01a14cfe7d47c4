package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.PreviousGtidSetEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;

/** Reads what was executed before a log, without room for what is only announced. */
final class PreviousGtids implements EventDataDeserializer<PreviousGtidSetEventData> {
  /** 125,000 intervals: as text it is about what is taken as one answer. */
  private static final int BYTES_MAX = 2_000_000;

  private static final int UUID_BYTES = 16;
  private static final int INTERVAL_BYTES = 16;

  @Override
  public PreviousGtidSetEventData deserialize(ByteArrayInputStream in) throws IOException {
    if (in.available() > BYTES_MAX) {
      throw new IOException("its GTID set takes %d bytes".formatted(in.available()));
    }
    StringBuilder set = new StringBuilder();
    long uuids = count(in, UUID_BYTES);
    for (long i = 0; i < uuids; i++) {
      set.append(i == 0 ? "" : ",").append(uuid(in.read(UUID_BYTES)));
      long intervals = count(in, INTERVAL_BYTES);
      for (long j = 0; j < intervals; j++) {
        set.append(':').append(in.readLong(8)).append('-').append(in.readLong(8) - 1);
      }
    }
    return new PreviousGtidSetEventData(set.toString());
  }

  /** A set with tags begins with another number, which is more than there can be. */
  private static long count(ByteArrayInputStream in, int bytes) throws IOException {
    long count = in.readLong(8);
    if (count < 0 || count > in.available() / bytes) {
      throw new IOException("its GTID set is longer than the event, or has tags");
    }
    return count;
  }

  private static String uuid(byte[] bytes) {
    return HexFormat.of().formatHex(bytes).replaceFirst("(.{8})(.{4})(.{4})(.{4})", "$1-$2-$3-$4-");
  }
}

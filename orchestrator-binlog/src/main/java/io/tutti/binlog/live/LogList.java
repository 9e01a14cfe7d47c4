package io.tutti.binlog.live;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.LogSourceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Which logs a server has, the oldest first; the position of each is where it ends. */
record LogList(List<Place> logs) {
  private static final int MAGIC_AND_TIME_BYTES = 8;
  private static final int TIME_AT = 4;
  private static final Wanted BEGINNING =
      new Wanted(
          Duration.ZERO,
          Optional.empty(),
          Optional.empty(),
          Long.MAX_VALUE,
          0,
          Optional.of(Integer.MAX_VALUE),
          Duration.ofSeconds(30));

  static LogList read(Session session) throws IOException {
    List<Place> logs =
        session.run("SHOW BINARY LOGS").stream()
            .map(row -> new Place(row.get(0), Long.parseLong(row.get(1))))
            .toList();
    if (logs.isEmpty()) {
      throw new LogSourceException(
          Kind.REFUSED,
          session.wire().server() + " has no binlogs",
          "name a server that writes a binlog, such as the source");
    }
    return new LogList(logs);
  }

  Place end() {
    return logs.getLast();
  }

  /**
   * @throws LogSourceException when the log is not there, or not any more
   */
  Place require(Place place) throws LogSourceException {
    if (logs.stream().noneMatch(each -> each.log().equals(place.log()))) {
      throw new LogSourceException(
          Kind.PURGED,
          "the server has no log %s, or not any more: it has %s to %s"
              .formatted(place.log(), logs.getFirst().log(), logs.getLast().log()),
          "name one of these");
    }
    return place;
  }

  /** How many bytes there are from one place to another one. */
  long between(Place from, Place to) {
    long bytes = 0;
    boolean isWithin = false;
    for (Place each : logs) {
      isWithin |= each.log().equals(from.log());
      boolean isLast = each.log().equals(to.log());
      if (isWithin) {
        long end = isLast ? Math.min(each.position(), to.position()) : each.position();
        bytes += Math.max(0, end - (each.log().equals(from.log()) ? from.position() : 0));
      }
      if (isLast) {
        break;
      }
    }
    return bytes;
  }

  /** The beginning of the newest log that was begun by then; of the oldest where none was. */
  Place before(long seconds, LiveServer server) throws IOException {
    int oldest = 0;
    int newest = logs.size() - 1;
    while (oldest < newest) {
      int middle = (oldest + newest + 1) / 2;
      if (begunSeconds(logs.get(middle).log(), server) <= seconds) {
        oldest = middle;
      } else {
        newest = middle - 1;
      }
    }
    return new Place(logs.get(oldest).log(), Place.FIRST);
  }

  private static long begunSeconds(String log, LiveServer server) throws IOException {
    try (Session session = Session.open(server)) {
      Place begin = new Place(log, Place.FIRST);
      // Nothing behind what describes it is wanted.
      Dump dump =
          Dump.begin(
              session, begin, new Place(log, Place.FIRST + 1), Pace.begin(session, BEGINNING));
      dump.nextLog();
      ByteBuffer head = ByteBuffer.allocate(MAGIC_AND_TIME_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      while (head.hasRemaining()) {
        if (dump.read(head) < 0) {
          throw new LogSourceException(
              Kind.LOST, "the server did not send the beginning of " + log, "try it again");
        }
      }
      return head.getInt(TIME_AT) & 0xffffffffL;
    }
  }
}

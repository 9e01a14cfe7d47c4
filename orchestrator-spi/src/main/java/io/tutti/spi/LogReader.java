package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Lists what is in a server's logs, without the rows. Costs the server a read of the file up to the
 * end of what is listed, so it is for questions of people and of operations, never for a poll.
 */
public interface LogReader {

  /** Which of a server's logs. */
  enum Log {
    /** What it writes for its own replicas. */
    BINARY,
    /** What a channel's receiver has fetched. */
    RELAY
  }

  /**
   * One event of a log.
   *
   * @param at where it begins in the log that was read
   * @param type the server's word for what it is: {@code Query}, {@code Xid}, {@code Gtid}
   * @param serverId of the server that wrote it first
   * @param endPosition where it ends in the log of its source; in a binary log that is this log
   * @param info the server's own description
   */
  record LogEvent(BinlogPosition at, String type, long serverId, long endPosition, String info) {

    /** Whether it is a statement, BEGIN and COMMIT included; MariaDB compresses long ones. */
    public boolean isQuery() {
      return type.equals("Query") || type.equals("Query_compressed");
    }
  }

  /**
   * One file of the binary log.
   *
   * @param bytes its size
   * @param encrypted whether its places are not those of its events
   */
  record LogFile(String name, long bytes, boolean encrypted) {}

  /**
   * The files of the binary log, the oldest first; the last is the one that is written to.
   *
   * @throws OrchestratorException when it keeps none, or they cannot be read
   */
  List<LogFile> files(Deadline deadline);

  /**
   * The events from a place on; fewer than asked for at the end of that file.
   *
   * @param channel whose relay log; empty for the default one, and for a binary log
   * @param from the beginning of an event; without it the oldest file that there is
   * @param countMax how many at most
   * @throws OrchestratorException LOG_NOT_THERE when it has no such log any more, or nothing begins
   *     at that place; another when it cannot be read
   */
  List<LogEvent> list(
      Log log, String channel, Optional<BinlogPosition> from, int countMax, Deadline deadline);

  /**
   * What the server wrote to its error log in a span of its own clock, a few lines of it; absent
   * where that cannot be read by SQL, unknown where it failed.
   */
  default Observed<List<String>> errorLog(Instant from, Instant to, Deadline deadline) {
    return Observed.absent("this server does not show its error log over SQL");
  }
}

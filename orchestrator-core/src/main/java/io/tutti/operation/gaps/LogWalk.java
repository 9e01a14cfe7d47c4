package io.tutti.operation.gaps;

import io.tutti.error.OrchestratorException;
import io.tutti.gaps.LogScan;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the transactions of a log from a place on, page by page and bounded. */
public record LogWalk(LogReader logs, Log log, String channel) {
  /** One page is answered in well under a second. */
  private static final int PAGE = 2_000;

  /** More than the workers of one applier can be apart; a longer walk would be of no use. */
  private static final int EVENTS_MAX = 200_000;

  /**
   * @param from in the log that is read; empty for its oldest file
   * @param inSource the same place in the source's binlog
   * @param enough when to stop; the end of the log ends it, too
   */
  Observed<List<LoggedTransaction>> read(
      Optional<BinlogPosition> from,
      Optional<BinlogPosition> inSource,
      Predicate<LogScan> enough,
      Deadline deadline) {
    return walk(new LogScan(log, inSource), from, enough, deadline);
  }

  /**
   * The same with a scan that informs a listener.
   *
   * @param from where in the log that is read the scan begins
   */
  public Observed<List<LoggedTransaction>> walk(
      LogScan scan, Optional<BinlogPosition> from, Predicate<LogScan> enough, Deadline deadline) {
    Optional<BinlogPosition> place = from;
    try {
      for (int seen = 0; seen < EVENTS_MAX; seen += PAGE) {
        List<LogEvent> page = logs.list(log, channel, place, PAGE + 1, deadline);
        page.stream().limit(PAGE).forEach(scan::add);
        Optional<BinlogPosition> file = scan.takeNextFile();
        boolean isLastOfFile = page.size() <= PAGE;
        if (enough.test(scan) || (isLastOfFile && file.isEmpty())) {
          return Observed.known(scan.transactions());
        }
        place = isLastOfFile ? file : Optional.of(page.getLast().at());
      }
      return Observed.unknown("the log has more than %d further events".formatted(EVENTS_MAX));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }
}

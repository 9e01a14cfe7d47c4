package io.tutti.operation.gaps;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.LogScan;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;

/**
 * What the relay logs of a channel hold that its applier has not applied, by the logs themselves.
 * What a server that was killed says of its receiver may be older than that.
 *
 * @param end up to where in the source's binlog they hold events
 * @param whole the same without half a transaction at their end
 */
record RelayedEnd(BinlogPosition end, BinlogPosition whole) {
  private static final int PAGE = 2_000;

  /** Some seconds of reading. */
  static final int EVENTS_MAX = 1_000_000;

  /**
   * @param channel of which the receiver is stopped
   */
  static Observed<RelayedEnd> of(Session session, Channel channel, Deadline deadline) {
    return of(session, channel, EVENTS_MAX, deadline);
  }

  /**
   * @param eventsMax after so many it is given up
   */
  static Observed<RelayedEnd> of(
      Session session, Channel channel, int eventsMax, Deadline deadline) {
    return channel
        .applier()
        .executed()
        .flatMap(mark ->
            channel
                .applier()
                .relayLog()
                .flatMap(at -> read(session, channel.name(), mark, at, eventsMax, deadline)));
  }

  private static Observed<RelayedEnd> read(
      Session session,
      String channel,
      BinlogPosition mark,
      BinlogPosition at,
      int eventsMax,
      Deadline deadline) {
    LogScan scan = new LogScan(Log.RELAY, Optional.of(mark));
    Optional<BinlogPosition> place =
        Optional.of(
            new BinlogPosition(at.file().substring(at.file().lastIndexOf('/') + 1), at.position()));
    boolean isGuessed = false;
    try {
      for (int seen = 0; seen < eventsMax; seen += PAGE) {
        List<LogEvent> page = session.logs().list(Log.RELAY, channel, place, PAGE + 1, deadline);
        isGuessed = false;
        page.stream().limit(PAGE).forEach(scan::add);
        if (scan.wentBackTo().isPresent()) {
          return Observed.unknown(
              "the relay logs hold again what comes after %s: it was fetched twice"
                  .formatted(scan.wentBackTo().get()));
        }
        Optional<BinlogPosition> named = scan.takeNextFile();
        BinlogPosition current = place.orElseThrow();
        boolean isWholeFile = page.size() <= PAGE;
        place = Optional.of(isWholeFile ? named.orElse(after(current)) : page.getLast().at());
        isGuessed = isWholeFile && named.isEmpty();
      }
      return Observed.unknown(
          "the relay logs have more than %d further events".formatted(eventsMax));
    } catch (OrchestratorException e) {
      // A killed server's last file ends without a word of the next one: there may be none.
      return isGuessed && e.code() == ErrorCode.LOG_NOT_THERE
          ? Observed.known(of(scan, mark))
          : Observed.unknown(e.observed());
    }
  }

  private static BinlogPosition after(BinlogPosition at) {
    String digits = at.file().substring(at.file().lastIndexOf('.') + 1);
    String next = String.format("%0" + digits.length() + "d", at.sequence() + 1);
    return BinlogPosition.firstOf(at.baseName() + "." + next);
  }

  private static RelayedEnd of(LogScan scan, BinlogPosition mark) {
    BinlogPosition end = scan.reached().orElse(mark);
    BinlogPosition whole =
        scan.transactions().isEmpty() ? mark : scan.transactions().getLast().end();
    return new RelayedEnd(end, scan.isWithinTransaction() ? whole : end);
  }

  /** Whether the receiver would fetch again what the relay logs hold already. */
  boolean isBeyond(BinlogPosition received) {
    return received.relationTo(end) == BinlogPosition.Relation.BEFORE;
  }
}

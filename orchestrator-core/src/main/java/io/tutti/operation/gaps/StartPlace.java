package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.LogScan;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;

/**
 * Where in its relay log a stopped applier begins at its next start, of one that finds its place by
 * GTIDs. Stopped while it passes over what its workers had applied before a crash, a server keeps
 * the place after the last event that it passed, in the middle of a transaction (seen on 5.6.14,
 * 5.7.22 and 8.0.15; 9.7.4 stops behind the transaction). At its next start it then fails (error
 * 1782), and 5.6 applies the rest of the transaction once more, under GTIDs of its own.
 *
 * @param at in the relay log
 */
record StartPlace(BinlogPosition at) {
  /** A relay log begins with fewer events of its own. */
  private static final int HEAD_MAX = 10;

  /**
   * The place of a stopped applier, if that is within a transaction.
   *
   * @throws StepFailure when the server does not report it
   */
  static Optional<StartPlace> withinTransaction(
      ChannelSession session, Observation observation, StepContext context) {
    Channel channel = observation.channel();
    if (!(channel.applier().relayLog() instanceof Observed.Known<BinlogPosition>(var known))) {
      throw StepFailure.fatal(
          "Whether the applier%s of %s is stopped between two transactions is not known: where it is in its relay log is %s."
              .formatted(
                  Channel.ofChannel(channel.name()),
                  observation.state().address(),
                  channel.applier().relayLog()),
          Remedies.of(Acts.showInstance(observation.state().address())));
    }
    BinlogPosition at = GapReader.withoutFolder(known);
    List<LogEvent> next =
        session
            .session()
            .logs()
            .list(Log.RELAY, channel.name(), Optional.of(at), HEAD_MAX, context.deadline());
    return next.stream()
        .filter(event -> !LogScan.isOfTheLog(event))
        .findFirst()
        .filter(event -> !LogScan.isName(event))
        .map(event -> new StartPlace(at));
  }

  @Override
  public String toString() {
    return at + ", which is within a transaction";
  }
}

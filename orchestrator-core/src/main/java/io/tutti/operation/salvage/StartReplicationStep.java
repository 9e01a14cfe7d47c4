package io.tutti.operation.salvage;

import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Positioning;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.RanThreads;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Starts the replication of a channel, and waits until it has applied what its source had. Where
 * its rows are not what its place says, it fails at the first transaction that does not fit.
 *
 * <p>Undo stops what was stopped.
 */
final class StartReplicationStep implements Step<StartReplicationStep.Before> {
  static final String KIND = "salvage.start-replication";

  /**
   * What was there, and what the source had.
   *
   * @param place of a channel that finds its place by that
   * @param executed for any other
   */
  record Before(RanThreads ran, Optional<BinlogPosition> place, Optional<GtidSet> executed) {}

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final SalvagedChannel channel;

  StartReplicationStep(GapsEnvironment environment, PlannedStep planned) {
    this.channel =
        SalvagedChannel.of(environment, planned.target(), planned.work(ChannelFrom.class));
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      channel.requireSource(session.read());
    }
  }

  /** What the source has by now is enough of a proof; what comes later is not waited for. */
  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Observation observation = session.read();
      try (Session source =
          channel
              .environment()
              .servers()
              .open(observation.channel().source(), context.deadline())) {
        return before(observation, source.read(context.deadline()));
      }
    }
  }

  private static Before before(Observation observation, InstanceState source) {
    boolean byPlace = observation.channel().positioning() == Positioning.LOG_POSITION;
    Optional<BinlogPosition> place = source.binlog().position().asOptional();
    Optional<GtidSet> executed =
        source.gtid().executed().asOptional().filter(set -> !set.isEmpty());
    return new Before(
        RanThreads.of(observation),
        place.filter(known -> byPlace),
        executed.filter(known -> !byPlace));
  }

  private static boolean isReached(Observation observation, Before before) {
    return before
        .place()
        .map(place -> observation.channel().applier().hasExecuted(place))
        .or(() -> before.executed().map(set -> observation.state().gtid().hasExecuted(set)))
        .orElseGet(() -> observation.channel().isReplicating());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      session.start(ReplicationThread.BOTH);
      for (int look = 0; ; look++) {
        Observation observation = session.read();
        requireNoError(observation);
        if (isReached(observation, before) && observation.channel().isReplicating()) {
          return StepOutcome.done("It has applied what its source had: it is consistent again.");
        }
        if (LOOK_EVERY.multipliedBy(look).compareTo(SalvagePlanner.DEADLINE) > 0) {
          if (!observation.channel().isReplicating()) {
            throw StepFailure.passing("%s does not replicate.".formatted(channel.target()));
          }
          return StepOutcome.done("It replicates, and has not caught up yet.");
        }
        session.pause(LOOK_EVERY);
      }
    }
  }

  private void requireNoError(Observation observation) {
    if (!observation.applies()
        && GapAnalysis.firstError(observation.channel().applier()).isPresent()) {
      throw StepFailure.fatal(
          "The applier of %s has failed, so its rows are not what its position says: %s."
              .formatted(
                  channel.target(),
                  GapAnalysis.firstError(observation.channel().applier())
                      .map(LastError::toString)
                      .orElse("")),
          List.of(SalvageRefusal.PROVISION.formatted(channel.target())));
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          session.read().channel().isReplicating(),
          "%s does not replicate.".formatted(channel.target()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      before.ran().putBack(session);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          before.ran().equals(RanThreads.of(session.read())),
          "The replication of %s is not as before.".formatted(channel.target()));
    }
  }
}

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
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Sight;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.RanThreads;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;

/**
 * Starts the replication of a channel, and waits until it has applied what its source had. Where
 * its rows are not what its place says, it fails at the first transaction that does not fit.
 *
 * <p>Undo stops what stood before.
 */
final class GoStep implements Step {
  static final String KIND = "salvage.go";

  private static final String TARGET = "target";
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final SalvagedChannel channel;

  GoStep(GapsEnvironment environment, PlannedStep planned) {
    this.channel = SalvagedChannel.of(environment, planned);
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      channel.requireSource(session.read());
    }
  }

  /** What the source has by now is enough of a proof; what comes later is not waited for. */
  @Override
  public Parameters before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      try (Session source =
          channel.environment().servers().open(sight.channel().source(), context.deadline())) {
        return RanThreads.of(sight)
            .toParameters()
            .with(TARGET, target(sight, source.read(context.deadline())));
      }
    }
  }

  private static String target(Sight sight, InstanceState source) {
    return sight.channel().positioning() == Positioning.LOG_POSITION
        ? source.binlog().position().map(BinlogPosition::toString).asOptional().orElse("")
        : source.gtid().executed().map(GtidSet::toString).asOptional().orElse("");
  }

  private static boolean isReached(Sight sight, String target) {
    if (target.isEmpty()) {
      return sight.channel().isReplicating();
    }
    return sight.channel().positioning() == Positioning.LOG_POSITION
        ? sight.channel().applier().hasExecuted(BinlogPosition.parse(target))
        : sight.state().gtid().hasExecuted(GtidSet.parse(target));
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      session.start(ReplicationThread.BOTH);
      for (int look = 0; ; look++) {
        Sight sight = session.read();
        requireNoError(sight);
        if (isReached(sight, before.require(TARGET)) && sight.channel().isReplicating()) {
          return StepOutcome.done("It has applied what its source had: whole again.");
        }
        if (LOOK_EVERY.multipliedBy(look).compareTo(SalvagePlanner.DEADLINE) > 0) {
          if (!sight.channel().isReplicating()) {
            throw StepFailure.passing("%s does not replicate.".formatted(channel.target()));
          }
          return StepOutcome.done("It replicates, and has not caught up yet.");
        }
        session.pause(LOOK_EVERY);
      }
    }
  }

  private void requireNoError(Sight sight) {
    if (!sight.applies() && GapAnalysis.firstError(sight.channel().applier()).isPresent()) {
      throw StepFailure.fatal(
          "The applier of %s has failed, so its rows are not what its place says: %s."
              .formatted(
                  channel.target(),
                  GapAnalysis.firstError(sight.channel().applier())
                      .map(LastError::toString)
                      .orElse("")),
          List.of(SalvageRefusal.PROVISION.formatted(channel.target())));
    }
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          session.read().channel().isReplicating(),
          "%s does not replicate.".formatted(channel.target()));
    }
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      RanThreads.in(before).putBack(session);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          RanThreads.in(before).equals(RanThreads.of(session.read())),
          "The replication of %s is not as before.".formatted(channel.target()));
    }
  }
}

package io.tutti.operation.promotion;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Sight;
import io.tutti.operation.gaps.Stoppage;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;

/**
 * Stops what the replica that takes the place replicates from the lost source, and keeps in the
 * journal how far that came. Undo starts what ran.
 */
final class StandStep implements Step {
  static final String KIND = "promotion.stand";

  private final PromotedChannel channel;

  StandStep(PromotionEnvironment environment, PlannedStep planned) {
    this.channel = PromotedChannel.of(environment, planned);
  }

  private Stoppage stoppage(Parameters before) {
    return Stoppage.in(channel.environment().channels(), before);
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      channel.requireFromLost(session.read().channel());
    }
  }

  @Override
  public Parameters before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      return Stoppage.begin(channel.environment().channels(), sight)
          .toParameters()
          .with("source", sight.channel().source())
          .with("positioning", sight.channel().positioning())
          .with("place", sight.channel().applier().executed())
          .with("executed", sight.state().gtid().executed());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      stoppage(before).stop(session, ReplicationThread.BOTH);
      return StepOutcome.done("It stands.");
    }
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      return Verdict.of(
          !sight.applies() && !sight.receives(),
          "%s still replicates.".formatted(channel.target()));
    }
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      stoppage(before).putBack(session);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          stoppage(before).isPutBack(session.read()),
          "The replication of %s does not run as before.".formatted(channel.target()));
    }
  }
}

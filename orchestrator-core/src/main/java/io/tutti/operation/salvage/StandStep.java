package io.tutti.operation.salvage;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.Stoppage;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;

/** Stops the replication of a channel. Undo starts what ran. */
final class StandStep implements Step {
  static final String KIND = "salvage.stand";

  private final SalvagedChannel channel;

  StandStep(GapsEnvironment environment, PlannedStep planned) {
    this.channel = SalvagedChannel.of(environment, planned);
  }

  private Stoppage stoppage(Parameters before) {
    return Stoppage.in(channel.environment(), before);
  }

  @Override
  public void precondition(StepContext context) {
    // Whatever it does, it can be stopped.
  }

  @Override
  public Parameters before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      return Stoppage.begin(channel.environment(), session.read()).toParameters();
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
      return Verdict.of(
          !SalvagedChannel.runs(session.read()),
          "The replication of %s runs.".formatted(channel.target()));
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

package io.tutti.operation.salvage;

import io.tutti.model.Positioning;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;

/**
 * Lets a channel that is stopped find its place by GTID; as it did before, so nothing is undone.
 */
final class ByGtidStep implements Step<Nothing> {
  static final String KIND = "salvage.by-gtid";

  private final SalvagedChannel channel;

  ByGtidStep(GapsEnvironment environment, PlannedStep planned) {
    this.channel =
        SalvagedChannel.of(environment, planned.target(), planned.work(ChannelFrom.class));
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      channel.requireStopped(session.read());
    }
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (ChannelSession session = channel.open(context)) {
      channel.requireStopped(session.read());
      session.dropReceived();
      return StepOutcome.done("It asks its source for what it lacks by GTID.");
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          session.read().channel().positioning() == Positioning.AUTO_POSITION,
          "%s does not find its position by GTID.".formatted(channel.target()));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    // It is as it was before the salvage.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}

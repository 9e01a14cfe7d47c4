package io.tutti.operation.relocation;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.RanThreads;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;

/** Starts both threads of a channel. Undo stops what did not run before. */
final class GoOnStep implements Step<GoOnStep.Before> {
  static final String KIND = "relocation.go-on";

  /** What was there. */
  record Before(RanThreads ran) {}

  private final GapsEnvironment environment;
  private final PlannedStep planned;

  GoOnStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
  }

  private ChannelSession open(StepContext context) {
    return ChannelSession.open(
        environment, planned.target(), planned.work(ChannelFrom.class).channel(), context);
  }

  @Override
  public void precondition(StepContext context) {
    // What runs is left alone.
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = open(context)) {
      return new Before(RanThreads.of(session.read()));
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      session.start(ReplicationThread.APPLIER);
      session.start(ReplicationThread.RECEIVER);
      session.awaitReceives(ChannelSession.REFUSED_MAX, context);
      session.requireNotFailed();
      return StepOutcome.done("It replicates.");
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      Observation observation = session.read();
      return Verdict.of(
          observation.channel().isReplicating(),
          "%s does not replicate.".formatted(planned.target()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      before.ran().putBack(session);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      return Verdict.of(
          RanThreads.of(session.read()).equals(before.ran()),
          "The replication of %s does not run as before.".formatted(planned.target()));
    }
  }
}

package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;

/**
 * Lets the new source, which is stopped, apply up to where the replica was stopped, and no more.
 * Undo stops it: an earlier step has stopped it, and starts it when that is undone.
 */
final class UntilPlaceStep implements Step<Nothing> {
  static final String KIND = "relocation.until";

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final GapsEnvironment environment;
  private final Meeting meeting;

  UntilPlaceStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.meeting = planned.work(Meeting.class);
  }

  private BinlogPosition wanted(StepContext context) {
    try (ChannelSession session = meeting.open(environment, context)) {
      Observation observation = session.read();
      if (observation.applies()) {
        throw runs(meeting.replica());
      }
      return meeting.applied(observation);
    }
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession there = meeting.openOther(environment, context)) {
      if (there.read().applies()) {
        throw runs(meeting.other());
      }
    }
  }

  private static StepFailure runs(InstanceAddress server) {
    return StepFailure.fatal(
        "The applier of %s runs.".formatted(server), Remedies.of(Acts.showInstance(server)));
  }

  /** A controller that was killed may have started it. */
  @Override
  public void preconditionAgain(StepContext context, Nothing before) {
    // Where it went too far, the next step refuses.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    BinlogPosition wanted = wanted(context);
    try (ChannelSession there = meeting.openOther(environment, context)) {
      Observation found = there.read();
      if (found.channel().applier().hasExecuted(wanted)) {
        there.stop(ReplicationThread.BOTH);
        return StepOutcome.alreadyDone("It had applied up to %s already.".formatted(wanted));
      }
      if (!found.applies()) {
        there.startUntil(wanted);
      }
      there.start(ReplicationThread.RECEIVER);
      await(there, wanted, context);
      there.stop(ReplicationThread.BOTH);
      return StepOutcome.done("It has applied up to %s.".formatted(wanted));
    }
  }

  private void await(ChannelSession there, BinlogPosition wanted, StepContext context) {
    Duration waited = Duration.ZERO;
    while (!there.read().channel().applier().hasExecuted(wanted)) {
      there.requireNotFailed();
      if (waited.compareTo(RelocationPlanner.LEVEL_MAX) > 0) {
        throw StepFailure.fatal(
            "%s has not applied up to %s.".formatted(meeting.other(), wanted),
            Remedies.of(Acts.showInstance(meeting.other())));
      }
      context.failIfCancelled();
      context.progress("%s applies up to %s.".formatted(meeting.other(), wanted));
      there.pause(LOOK_EVERY);
      waited = waited.plus(LOOK_EVERY);
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    if (isUsed(context)) {
      return Verdict.holds();
    }
    try (ChannelSession there = meeting.openOther(environment, context)) {
      Observation observation = there.read();
      return Verdict.of(
          !observation.applies() && observation.channel().applier().executed().is(wanted(context)),
          "%s has not applied exactly what %s has.".formatted(meeting.other(), meeting.replica()));
    }
  }

  /** The replica has got its place by it, and may have applied more since. */
  private boolean isUsed(StepContext context) {
    try (ChannelSession session = meeting.open(environment, context)) {
      return session.read().channel().source().equals(meeting.newSource());
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    try (ChannelSession there = meeting.openOther(environment, context)) {
      there.stop(ReplicationThread.BOTH);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    try (ChannelSession there = meeting.openOther(environment, context)) {
      Observation observation = there.read();
      return Verdict.of(
          !observation.applies() && !observation.receives(),
          "The replication of %s runs.".formatted(meeting.other()));
    }
  }
}

package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.BinlogPosition;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.time.Duration;

/** Waits until a replica has applied all that a server has which is stopped. */
final class MeetStep implements ChangesNothing {
  static final String KIND = "relocation.meet";

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final GapsEnvironment environment;
  private final Meeting meeting;

  MeetStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.meeting = planned.work(Meeting.class);
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    BinlogPosition wanted;
    try (ChannelSession there = meeting.openOther(environment, context)) {
      wanted = meeting.wanted(there.read());
    }
    try (ChannelSession session = meeting.open(environment, context)) {
      Duration waited = Duration.ZERO;
      while (true) {
        Observation now = session.read();
        if (now.channel().applier().hasExecuted(wanted)) {
          return StepOutcome.done("It has applied up to %s.".formatted(wanted));
        }
        session.requireNotFailed();
        if (waited.compareTo(RelocationPlanner.LEVEL_MAX) > 0) {
          throw StepFailure.fatal(
              "%s has applied up to %s, and not up to %s."
                  .formatted(meeting.replica(), now.channel().applier().executed(), wanted),
              Remedies.of("ask again when it is less behind")
                  .or(Acts.showInstance(meeting.replica())));
        }
        context.failIfCancelled();
        context.progress(
            "%s applies what %s has, up to %s."
                .formatted(meeting.replica(), meeting.other(), wanted));
        session.pause(LOOK_EVERY);
        waited = waited.plus(LOOK_EVERY);
      }
    }
  }
}

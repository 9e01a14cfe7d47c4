package io.tutti.operation.skip;

import io.tutti.gaps.GapAnalysis;
import io.tutti.model.BinlogPosition;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.PositionLost;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.time.Duration;

/**
 * Lets an applier close its gaps, or read again what its workers have applied, up to just before a
 * transaction. Nothing behind that was applied, so it stops there by itself, without an error.
 *
 * <ol>
 *   <li>Start the applier until its gaps are closed.
 *   <li>Wait until it is stopped, with everything before the transaction applied.
 * </ol>
 *
 * Undo waits for that: stopped half-way the server would lose count ({@link PositionLost}).
 */
final class ApproachStep implements Step<Nothing> {
  static final String KIND = "skip.approach";

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** An applier that was just started may not show as running at once. */
  private static final int LOOKS_AT_START = 15;

  private final SkipPlace place;

  ApproachStep(GapsEnvironment environment, PlannedStep planned) {
    this.place = SkipPlace.of(environment, planned.target(), planned.work(SkipPlace.Work.class));
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      place.requireStopped(observation);
      place.requireSource(observation);
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Nothing before) {
    // Whatever a controller that was killed has started is waited for.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!isThere(observation) && !observation.applies()) {
        session.startUntilGapsAreClosed();
      }
      awaitThere(session, context);
      return StepOutcome.done("All before %s is applied.".formatted(place.begin()));
    }
  }

  private boolean isThere(Observation observation) {
    return !observation.applies() && observation.channel().applier().executed().is(place.begin());
  }

  private void awaitThere(ChannelSession session, StepContext context) {
    for (int look = 0; ; look++) {
      Observation observation = session.read();
      if (isThere(observation)) {
        return;
      }
      boolean failed = GapAnalysis.firstError(observation.channel().applier()).isPresent();
      if (!observation.applies() && look > LOOKS_AT_START) {
        throw place.changed(
            failed
                ? "fails at another transaction before it, at "
                    + observation.channel().applier().executed().map(BinlogPosition::toString)
                : "stopped before it");
      }
      if (LOOK_EVERY.multipliedBy(look).compareTo(place.deadline()) > 0) {
        throw place.changed("did not come to it in time");
      }
      context.failIfCancelled();
      session.pause(LOOK_EVERY);
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      return Verdict.of(
          isThere(session.read()), "%s is not at %s.".formatted(place.target(), place.begin()));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (observation.applies()) {
        PositionLost.requireNotHalfWay(place.target(), observation.channel(), false);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      return Verdict.of(
          !session.read().applies(),
          "The applier of %s has not stopped yet.".formatted(place.target()));
    }
  }
}

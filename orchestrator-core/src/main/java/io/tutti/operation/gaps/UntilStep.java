package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.Missing;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;

/**
 * Starts an applier that is stopped, until its gaps are closed; it is then stopped again, a little
 * further.
 *
 * <ol>
 *   <li>Start the applier alone: after a crash the receiver may not know how far it had come.
 *   <li>Wait until it has applied up to where its fastest worker was, and stop it: by itself it
 *       stops only when the next transaction comes.
 *   <li>Read the gaps again.
 * </ol>
 *
 * Undo stops it, unless it is half-way: then the server would lose count ({@link PositionLost}).
 */
final class UntilStep implements Step<Nothing> {
  static final String KIND = "gaps.until";

  private final ClosingPlace place;

  UntilStep(GapsEnvironment environment, PlannedStep planned) {
    this.place = ClosingPlace.of(environment, planned.target(), planned.work(Closing.class));
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      place.requireStopped(session.read());
    }
  }

  /** A controller that was killed may have started it. */
  @Override
  public void preconditionAgain(StepContext context, Nothing before) {
    // Whatever it does now, it is waited for.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!observation.applies()) {
        if (!(place.wanted() instanceof ClosingTarget.OwnEnd) && place.isReached(observation)) {
          return StepOutcome.alreadyDone(
              "It had applied up to %s already.".formatted(place.wanted()));
        }
        session.startUntilGapsAreClosed();
      }
      ClosingWait waiting = place.waiting(session, context);
      waiting.untilThrough(place.wanted());
      if (!waiting.endsByItself()) {
        session.stop(ReplicationThread.APPLIER);
      }
      requireClosed(session.gaps(session.read()));
      return StepOutcome.done(
          "The gaps are closed: all up to %s was applied.".formatted(place.wanted()));
    }
  }

  private void requireClosed(ChannelGaps gaps) {
    if (gaps instanceof ChannelGaps.Open(Missing missing, String why)) {
      throw StepFailure.fatal(
          "%s still lacks %s: %s.".formatted(place.target(), missing, why),
          Remedies.of(Acts.showGaps(place.target())));
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      return Verdict.of(
          !observation.applies() && place.isReached(observation),
          "%s has not applied up to %s.".formatted(place.target(), place.wanted()));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (observation.applies()) {
        place.requireNotHalfWay(observation);
        session.stop(ReplicationThread.APPLIER);
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

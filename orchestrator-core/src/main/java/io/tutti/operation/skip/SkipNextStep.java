package io.tutti.operation.skip;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.model.BinlogPosition;
import io.tutti.model.LastError;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets an applier that is stopped just before a transaction leave it out.
 *
 * <ol>
 *   <li>Ask it to skip one.
 *   <li>Start it.
 *   <li>Wait until it is past the transaction.
 * </ol>
 *
 * Undo takes back what it was asked to do, while it has not passed the transaction.
 */
final class SkipNextStep implements Step<SkipNextStep.Before> {
  static final String KIND = "skip.next";

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final int LOOKS_AT_START = 15;

  /**
   * What it does.
   *
   * @param end of the transaction
   */
  record Work(SkipPlace.Work place, BinlogPosition end) {}

  record Before(BinlogPosition wasAt) {}

  private final SkipPlace place;

  /** Of the transaction. */
  private final BinlogPosition end;

  /** Only an answered statement shows that nothing will be left out at the next start. */
  private boolean isTakenBack;

  SkipNextStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = SkipPlace.of(environment, planned.target(), work.place());
    this.end = work.end();
  }

  private boolean isThere(Observation observation) {
    return observation.channel().applier().executed().is(place.begin());
  }

  private boolean isPast(Observation observation) {
    return observation.channel().applier().hasExecuted(end);
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      place.requireStopped(observation);
      place.requireSource(observation);
      if (!isThere(observation)) {
        throw place.changed("is no longer just before the transaction");
      }
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // A controller that was killed may have started it: then it is past the transaction, or about
    // to be. What it was set to once it is set to again, which makes it no more than one.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(place.begin());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!observation.applies() && isThere(observation)) {
        place.requireSource(observation);
        session.control().skipNext(1, place.channel(), context.deadline());
        session.start(ReplicationThread.APPLIER);
      }
      Observation after = awaitPast(session, context);
      return StepOutcome.done(
          "Skipped. Now %s %s"
              .formatted(place.difference(), howItGoesOn(after, session.gaps(after).isFree())));
    }
  }

  /**
   * A server that fails while it closes gaps, and begins again in the same process, takes the wrong
   * transactions for applied (5.6.14, 5.7.22, 8.0.15).
   */
  private static String howItGoesOn(Observation after, boolean isGapFree) {
    Optional<LastError> next = GapAnalysis.firstError(after.channel().applier());
    return next.isPresent() && !after.applies()
        ? "The applier has stopped at a later transaction: %s.%s"
            .formatted(
                next.get(),
                isGapFree
                    ? ""
                    : " Gaps are left: restart the server before its applier is started again, or"
                        + " it skips others.")
        : "The applier continues.";
  }

  private Observation awaitPast(ChannelSession session, StepContext context) {
    for (int look = 0; ; look++) {
      Observation observation = session.read();
      if (isPast(observation)) {
        return observation;
      }
      if (!observation.applies() && look > LOOKS_AT_START) {
        throw StepFailure.fatal(
            "The applier of %s stopped before it had skipped the transaction: %s."
                .formatted(
                    place.target(),
                    GapAnalysis.firstError(observation.channel().applier())
                        .map(LastError::toString)
                        .orElse("it reports no error")),
            Remedies.of(Acts.dryRun(Acts.skip(place.target()))));
      }
      if (LOOK_EVERY.multipliedBy(look).compareTo(place.deadline()) > 0) {
        throw place.changed("did not get past the transaction in time");
      }
      session.pause(LOOK_EVERY);
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      return Verdict.of(
          isPast(session.read()), "%s is not past %s.".formatted(place.target(), place.begin()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      requireNotPast(session.read());
      if (session.read().applies()) {
        session.stop(ReplicationThread.APPLIER);
        requireNotPast(session.read());
      }
      session.control().skipNext(0, place.channel(), context.deadline());
      isTakenBack = true;
    }
  }

  /** Past it the applier may close gaps, and is not stopped half-way. */
  private void requireNotPast(Observation observation) {
    if (isPast(observation)) {
      throw place.isSkipped("The transaction at " + place.begin());
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      return Verdict.of(
          isTakenBack && !observation.applies() && isThere(observation),
          "%s may skip the transaction at %s when it starts."
              .formatted(place.target(), place.begin()));
    }
  }
}

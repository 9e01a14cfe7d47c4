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
import io.tutti.operation.gaps.ChannelSession.Sight;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets an applier that stands just before a transaction leave it out.
 *
 * <ol>
 *   <li>Tell it to leave out one.
 *   <li>Start it.
 *   <li>Wait until it is past the transaction.
 * </ol>
 *
 * Undo takes back what it was told, while it has not passed the transaction.
 */
final class NextStep implements Step<NextStep.Before> {
  static final String KIND = "skip.next";

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final int LOOKS_AT_START = 15;

  /**
   * What it does.
   *
   * @param end of the transaction
   */
  record Work(SkipPlace.Work place, BinlogPosition end) {}

  record Before(BinlogPosition stoodAt) {}

  private final SkipPlace place;

  /** Of the transaction. */
  private final BinlogPosition end;

  /** Only an answered statement tells that nothing will be left out at the next start. */
  private boolean isTakenBack;

  NextStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = SkipPlace.of(environment, planned.target(), work.place());
    this.end = work.end();
  }

  private boolean isThere(Sight sight) {
    return sight.channel().applier().executed().is(place.begin());
  }

  private boolean isPast(Sight sight) {
    return sight.channel().applier().hasExecuted(end);
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Sight sight = session.read();
      place.requireStands(sight);
      place.requireSource(sight);
      if (!isThere(sight)) {
        throw place.changed("is no longer just before the transaction");
      }
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // A controller that was killed may have started it: then it is past the transaction, or about
    // to be. What it was told once it is told again, which makes it no more than one.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(place.begin());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Sight sight = session.read();
      if (!sight.applies() && isThere(sight)) {
        place.requireSource(sight);
        session.control().skipNext(1, place.channel(), context.deadline());
        session.start(ReplicationThread.APPLIER);
      }
      Sight after = awaitPast(session, context);
      return StepOutcome.done(
          "Skipped. Now %s %s"
              .formatted(place.difference(), howItGoesOn(after, session.gaps(after).isFree())));
    }
  }

  /**
   * A server that fails while it closes gaps, and begins again in the same process, takes the wrong
   * transactions for applied (5.6.14, 5.7.22, 8.0.15).
   */
  private static String howItGoesOn(Sight after, boolean isGapFree) {
    Optional<LastError> next = GapAnalysis.firstError(after.channel().applier());
    return next.isPresent() && !after.applies()
        ? "The applier has stopped at a later transaction: %s.%s"
            .formatted(
                next.get(),
                isGapFree
                    ? ""
                    : " Gaps are left: restart the server before its applier is started again, or"
                        + " it passes over others.")
        : "The applier continues.";
  }

  private Sight awaitPast(ChannelSession session, StepContext context) {
    for (int look = 0; ; look++) {
      Sight sight = session.read();
      if (isPast(sight)) {
        return sight;
      }
      if (!sight.applies() && look > LOOKS_AT_START) {
        throw StepFailure.fatal(
            "The applier of %s stopped before it had left the transaction out: %s."
                .formatted(
                    place.target(),
                    GapAnalysis.firstError(sight.channel().applier())
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
  private void requireNotPast(Sight sight) {
    if (isPast(sight)) {
      throw place.isSkipped("The transaction at " + place.begin());
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Sight sight = session.read();
      return Verdict.of(
          isTakenBack && !sight.applies() && isThere(sight),
          "%s may leave out the transaction at %s when it starts."
              .formatted(place.target(), place.begin()));
    }
  }
}

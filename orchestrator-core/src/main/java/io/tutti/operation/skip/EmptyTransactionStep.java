package io.tutti.operation.skip;

import io.tutti.gtid.Gtid;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;

/**
 * Puts an empty transaction in the place of one that has a GTID. The applier passes over what is
 * executed already, whatever else is missing.
 *
 * <ol>
 *   <li>Stop the applier if it runs, so that it does not apply the transaction at the same moment.
 *   <li>Commit an empty transaction of that name.
 *   <li>Start the applier, unless somebody had stopped it.
 * </ol>
 *
 * Undo lets the applier be as it was, while the transaction is not skipped yet.
 */
final class EmptyTransactionStep implements Step<EmptyTransactionStep.Before> {
  static final String KIND = "skip.gtid";

  /**
   * What it does.
   *
   * @param goesOn whether the applier runs afterwards
   */
  record Work(SkipPlace.Work place, Gtid gtid, boolean goesOn) {}

  record Before(boolean applied, String error) {}

  private final SkipPlace place;
  private final Gtid gtid;
  private final boolean goesOn;

  EmptyTransactionStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = SkipPlace.of(environment, planned.target(), work.place());
    this.gtid = work.gtid();
    this.goesOn = work.goesOn();
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      place.requireSource(observation);
      if (SkipPlace.hasApplied(observation, gtid)) {
        throw place.changed("has applied " + gtid + " in the meantime");
      }
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // The transaction may be skipped already.
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      return new Before(observation.applies(), SkipPlace.troubleOf(observation));
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!SkipPlace.hasApplied(observation, gtid)) {
        if (observation.applies()) {
          session.stop(ReplicationThread.APPLIER);
          observation = session.read();
        }
        place.requireSource(observation);
        if (SkipPlace.hasApplied(observation, gtid)) {
          throw place.changed("has applied " + gtid + " in the meantime");
        }
        session.control().skipTransaction(gtid, place.channel(), context.deadline());
      }
      if (goesOn) {
        session.start(ReplicationThread.APPLIER);
      }
      return StepOutcome.done(
          "Skipped. Now %s %s"
              .formatted(
                  place.difference(),
                  goesOn ? "The applier continues." : "The applier is stopped as before."));
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!SkipPlace.hasApplied(observation, gtid)) {
        return Verdict.lacks("On %s %s does not count as applied.".formatted(place.target(), gtid));
      }
      return Verdict.of(
          !goesOn || SkipPlace.hasGoneOn(observation, before.error()),
          "The applier of %s was not started yet.".formatted(place.target()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (before.applied() && !observation.applies()) {
        session.start(ReplicationThread.APPLIER);
      }
      if (SkipPlace.hasApplied(observation, gtid)) {
        throw place.countsAsApplied(gtid);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      boolean isStopped = before.applied() && !observation.applies();
      return Verdict.of(
          !isStopped && !SkipPlace.hasApplied(observation, gtid),
          "%s counts %s as applied, or its applier is stopped.".formatted(place.target(), gtid));
    }
  }
}

package io.tutti.operation.gaps;

import io.tutti.gtid.GtidSet;
import io.tutti.model.GtidState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.util.List;
import java.util.Optional;

/**
 * Lets a channel that finds its place by GTIDs fill its gaps, and then puts it back as it was.
 *
 * <ol>
 *   <li>Start the applier; and the receiver, when what is missing is not in the relay log. One that
 *       is stopped within a transaction has all fetched again.
 *   <li>Wait until what was missing is applied. When the applier goes past it: stop both, drop what
 *       was received, start both.
 *   <li>Stop what was stopped before. A stop without an error leaves no new gap.
 * </ol>
 *
 * Undo stops what was stopped.
 */
final class FetchStep implements Step<RanThreads> {
  static final String KIND = "gaps.fetch";

  /**
   * What it does.
   *
   * @param receiver whether what is missing has to be received first
   */
  record Work(Closing closing, boolean receiver) {}

  private final boolean needsReceiver;
  private final ClosingPlace place;

  FetchStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = ClosingPlace.of(environment, planned.target(), work.closing());
    this.needsReceiver = work.receiver();
  }

  @Override
  public void precondition(StepContext context) {
    // Whatever runs, runs on; what is stopped is started and stopped again.
  }

  @Override
  public RanThreads before(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      return RanThreads.of(session.read());
    }
  }

  @Override
  public StepOutcome run(StepContext context, RanThreads before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      Recovering recovering = Recovering.asNoted(observation.channel());
      if (!place.isReached(observation)) {
        start(session, context);
        ClosingWait wait = place.waiting(session, context);
        if (!wait.untilThrough(place.wanted())) {
          fetchAgain(
              session,
              context,
              "the applier has already passed %s in its relay log".formatted(place.wanted()));
          wait.until(place.wanted());
        }
      }
      putBack(session, context, before, recovering);
      return StepOutcome.done("The gaps are closed: " + place.wanted() + " were applied.");
    }
  }

  private void start(ChannelSession session, StepContext context) {
    Optional<StartPlace> within = within(session, context);
    if (within.isPresent()) {
      fetchAgain(session, context, "the applier is stopped at " + within.get());
      return;
    }
    if (needsReceiver) {
      session.start(ReplicationThread.RECEIVER);
    }
    session.start(ReplicationThread.APPLIER);
  }

  /**
   * The applier went past what is missing, as it does when it was started over a gap, failed, and
   * was started again; or it is stopped within a transaction. GTIDs know what is missing, so all
   * that was received is dropped and fetched again; the source must still have it.
   */
  private void fetchAgain(ChannelSession session, StepContext context, String why) {
    Observation observation = session.read();
    GtidState source = session.source(observation.channel());
    Optional<GtidSet> needed =
        observation
            .channel()
            .receiver()
            .retrieved()
            .flatMap(retrieved -> observation.state().gtid().executed().map(retrieved::minus))
            .asOptional();
    boolean hasAll =
        needed.isPresent()
            && source.hasExecuted(needed.get())
            && source
                .purged()
                .asOptional()
                .filter(gone -> needed.get().minus(gone).equals(needed.get()))
                .isPresent();
    if (!hasAll) {
      throw StepFailure.fatal(
          "All that %s received would have to be fetched again, as %s; and its source %s no longer has all of that. Its applier must not be started."
              .formatted(place.target(), why, observation.channel().source()),
          List.of("rebuild %s".formatted(place.target())));
    }
    context.progress(why + "; dropping what was received and fetching it again");
    session.stop(ReplicationThread.BOTH);
    session.dropReceived();
    session.start(ReplicationThread.BOTH);
  }

  private static boolean isPutBack(Observation observation, RanThreads before) {
    return (before.received() || !observation.receives())
        && (before.applied() || !observation.applies());
  }

  private void putBack(
      ChannelSession session, StepContext context, RanThreads before, Recovering recovering) {
    stopWhatRan(session, context, before, recovering);
    Optional<StartPlace> within = within(session, context);
    if (within.isPresent()) {
      fetchAgain(session, context, "the applier is stopped at " + within.get());
      place.waiting(session, context).untilReceives();
      stopWhatRan(session, context, before, recovering);
    }
  }

  private void stopWhatRan(
      ChannelSession session, StepContext context, RanThreads before, Recovering recovering) {
    Observation observation = session.read();
    if (!before.received() && observation.receives()) {
      session.stop(ReplicationThread.RECEIVER);
    }
    if (!before.applied() && observation.applies()) {
      place.waiting(session, context).untilPassed(recovering);
      session.stop(ReplicationThread.APPLIER);
    }
  }

  private static Optional<StartPlace> within(ChannelSession session, StepContext context) {
    Observation observation = session.read();
    return observation.applies()
        ? Optional.empty()
        : StartPlace.withinTransaction(session, observation, context);
  }

  private Verdict startsWithWhole(ChannelSession session, StepContext context) {
    return within(session, context)
        .map(at ->
            Verdict.lacks("The applier of %s would start at %s.".formatted(place.target(), at)))
        .orElse(Verdict.holds());
  }

  @Override
  public Verdict verify(StepContext context, RanThreads before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!place.isReached(observation)) {
        return place.lacks();
      }
      return isPutBack(observation, before)
          ? startsWithWhole(session, context)
          : Verdict.lacks("On %s more runs than before.".formatted(place.target()));
    }
  }

  @Override
  public void undo(StepContext context, RanThreads before) {
    try (ChannelSession session = place.open(context)) {
      putBack(session, context, before, Recovering.asNoted(session.read().channel()));
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, RanThreads before) {
    try (ChannelSession session = place.open(context)) {
      return isPutBack(session.read(), before)
          ? startsWithWhole(session, context)
          : Verdict.lacks("On %s more runs than before.".formatted(place.target()));
    }
  }
}

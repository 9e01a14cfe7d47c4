package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.operation.ChangesByOthers;
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
 * Lets a stopped receiver continue where the applier is, when it would fetch again what the relay
 * logs hold: a server that was killed may remember an old place of its receiver. The receiver is
 * stopped before and after.
 *
 * <ol>
 *   <li>Read the relay logs to their end. When the receiver is there, that is all.
 *   <li>Start the applier up to the end of the newest whole transaction in them, and stop it; one
 *       that runs is waited for, and stopped there.
 *   <li>Read the relay logs again: only when no whole transaction is left in them, and the source's
 *       binlog does not seem to be another one, set receiver and applier to where the applier is.
 *       That drops the relay logs.
 *   <li>Start the applier again, if it ran before.
 * </ol>
 *
 * Undo lets the applier run or stand as before, but not over what a receiver fetches again that
 * somebody has started; a receiver that was set right stays so.
 */
final class ReceiverPositionStep implements Step<ReceiverPositionStep.Before> {
  static final String KIND = "gaps.receiver";

  /**
   * What it does.
   *
   * @param otherBinlog why there is no place to continue at, by what was seen before the relay logs
   *     were applied
   */
  record Work(Closing closing, Optional<String> otherBinlog) {}

  record Before(RanThreads ran, ChangesByOthers stays) implements ChangesByOthers.Within {}

  private final ClosingPlace place;
  private final Optional<String> other;
  private final StartedReceiver.WhenStopped seen;

  ReceiverPositionStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = ClosingPlace.of(environment, planned.target(), work.closing());
    this.other = work.otherBinlog();
    this.seen =
        planned.seen(StartedReceiver.WhenStopped.class).orElse(StartedReceiver.WhenStopped.UNSEEN);
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      requireReceiverStopped(session.read());
    }
  }

  private void requireReceiverStopped(Observation observation) {
    if (observation.receives()) {
      throw StartedReceiver.of(observation, seen).failure(Optional.empty());
    }
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      return new Before(RanThreads.of(session.read()), ChangesByOthers.NONE);
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      requireReceiverStopped(observation);
      RelayedEnd end = requireEnd(session, observation, context);
      if (isRight(observation, end)) {
        putApplierBack(session, before);
        return StepOutcome.alreadyDone("The receiver continues at the end of the relay logs.");
      }
      apply(session, context, end);
      Observation after = session.read();
      requireReceiverStopped(after);
      BinlogPosition applied = requireNothingLeft(session, after, context);
      SameBinlog binlog = requireNoOther(session, after, applied);
      goOnAt(applied, session, context);
      putApplierBack(session, before);
      return StepOutcome.done(
          "Everything received was applied, and the receiver continues at %s; %s."
              .formatted(applied, binlog.ofSource(observation.channel().source())));
    }
  }

  /** Who starts the receiver just then has it refused. */
  private void goOnAt(BinlogPosition applied, ChannelSession session, StepContext context) {
    try {
      session.control().goOnAt(applied, place.channel(), context.deadline());
    } catch (OrchestratorException e) {
      if (e.code() != ErrorCode.REPLICATION_RUNNING) {
        throw e;
      }
      Observation now = session.read();
      throw StartedReceiver.of(now, seen)
          .failure(Optional.of(session.statements(now.state()).goOnAt(applied, place.channel())));
    }
  }

  /** What it would fetch there would be other transactions than those that come next. */
  private SameBinlog requireNoOther(
      ChannelSession session, Observation observation, BinlogPosition applied) {
    SameBinlog binlog = session.sameBinlog(observation);
    String source = observation.channel().source().toString();
    other
        .or(() ->
            binlog.isDoubted()
                ? Optional.of(binlog.ofSource(observation.channel().source()))
                : Optional.empty())
        .ifPresent(why -> {
          throw StepFailure.fatal(
              "%s has applied all that its relay logs hold, up to %s, and there is no position for its receiver to continue at: %s. It must not be started."
                  .formatted(place.target(), applied, why),
              List.of(
                  "find out what became of the binlogs of " + source,
                  "else rebuild %s".formatted(place.target())));
        });
    return binlog;
  }

  /** One that runs may close a gap: only where all is applied that it has, it is stopped. */
  private void apply(ChannelSession session, StepContext context, RelayedEnd end) {
    Observation observation = session.read();
    if (!observation.channel().applier().hasExecuted(end.whole())) {
      if (!observation.applies()) {
        requireNoGap(session.gaps(observation));
        session.control().startUntil(end.whole(), observation.channel().name(), context.deadline());
      }
      place.waiting(session, context).until(new ClosingTarget.UpTo(end.whole()));
    }
    if (session.read().applies()) {
      session.stop(ReplicationThread.APPLIER);
    }
  }

  private static void putApplierBack(ChannelSession session, Before before) {
    Observation observation = session.read();
    if (!isPutBack(observation, before)) {
      if (observation.applies()) {
        session.stop(ReplicationThread.APPLIER);
      } else {
        session.start(ReplicationThread.APPLIER);
      }
    }
  }

  /** One that ran and has failed since is left to what its error says. */
  private static boolean isPutBack(Observation observation, Before before) {
    boolean runs =
        observation.applies()
            || GapAnalysis.firstError(observation.channel().applier()).isPresent();
    return before.ran().applied() ? runs : !observation.applies();
  }

  private void requireNoGap(ChannelGaps gaps) {
    if (!gaps.isFree()) {
      throw StepFailure.fatal(
          "%s has a gap, or it is not known whether it has: %s."
              .formatted(place.target(), PositionLost.leftOut(gaps)),
          Remedies.of(place.close()));
    }
  }

  /** The statement drops the relay logs, so they must hold nothing that was not applied. */
  private BinlogPosition requireNothingLeft(
      ChannelSession session, Observation observation, StepContext context) {
    RelayedEnd end = requireEnd(session, observation, context);
    BinlogPosition applied = observation.channel().applier().executed().asOptional().orElseThrow();
    if (observation.applies() || !end.whole().equals(applied)) {
      throw StepFailure.fatal(
          "The relay logs of %s hold transactions up to %s, and it has applied up to %s: they are kept. Its receiver must not be started."
              .formatted(place.target(), end.whole(), applied),
          Remedies.of(place.close()));
    }
    requireNoGap(session.gaps(observation));
    return applied;
  }

  private RelayedEnd requireEnd(
      ChannelSession session, Observation observation, StepContext context) {
    Observed<RelayedEnd> end =
        RelayedEnd.of(session.session(), observation.channel(), context.deadline());
    return end.asOptional()
        .orElseThrow(() ->
            StepFailure.fatal(
                "What the relay logs of %s hold is %s. It has no gap up to %s, and its receiver would continue at %s: do not start it, as it may fetch again what was received."
                    .formatted(
                        place.target(),
                        end.map(RelayedEnd::toString),
                        observation.channel().applier().executed(),
                        observation.channel().receiver().read()),
                Remedies.of(
                        "when %s still has its binlogs from there on: restart %s with relay_log_recovery=1 and skip_slave_start, so that it fetches again all that was not applied, and nothing else"
                            .formatted(observation.channel().source(), place.target()))
                    .or(
                        Acts.dryRun(
                            Acts.closeGaps(place.target(), observation.channel().name())))));
  }

  /** By the logs themselves, and not by what the server says of its receiver. */
  private static boolean isRight(Observation observation, RelayedEnd end) {
    return observation.channel().receiver().read()
            instanceof Observed.Known<BinlogPosition>(BinlogPosition read)
        && !end.isBeyond(read);
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      boolean isSo =
          isPutBack(observation, before)
              && !observation.receives()
              && RelayedEnd.of(session.session(), observation.channel(), context.deadline())
                  instanceof Observed.Known<RelayedEnd>(RelayedEnd end)
              && isRight(observation, end);
      return Verdict.of(
          isSo,
          "The receiver of %s would continue at %s, and the applier at %s."
              .formatted(
                  place.target(),
                  observation.channel().receiver().read(),
                  observation.channel().applier().executed()));
    }
  }

  /** An applier that was stopped here is not started over what its receiver fetches again. */
  @Override
  public Before staying(StepContext context, Before before) {
    if (!before.ran().applied()) {
      return before;
    }
    try (ChannelSession session = place.open(context)) {
      StartedReceiver started = StartedReceiver.of(session.read(), seen);
      return started.keepsApplierStopped()
          ? new Before(
              before.ran().withoutApplier(), before.stays().with("applier", started.stays()))
          : before;
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      putApplierBack(session, before);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      return Verdict.of(
          isPutBack(session.read(), before),
          "The applier of %s is not yet running, or stopped, as before.".formatted(place.target()));
    }
  }
}

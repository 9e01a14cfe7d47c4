package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.RelayLogInfoReset.Act;
import io.tutti.spi.RelayLogInfoReset.Progress;
import io.tutti.spi.ReplicationThread;
import java.util.List;

/**
 * Closes the gap of a server that was killed with it and may refuse to start since; it is then
 * stopped again, a little further. Taken up where it is, at any point: the server's tables show how
 * far it came.
 *
 * <ol>
 *   <li>Start the applier until its gaps are closed. Unless it refuses, that is all.
 *   <li>Prove that the source's binlog is the one that what is missing was received from, and still
 *       has it; else nothing is reset.
 *   <li>Copy the tables in which the server keeps where it is, reset the refusal, and put the
 *       tables back without the workers. Which transactions are left out the process has in memory.
 *   <li>Start the receiver, which fetches from the low-water mark, and the applier until its gaps
 *       are closed; then stop both, and drop the copies.
 * </ol>
 *
 * A restart of the server in the middle of the last two would lose what it has in memory: then it
 * is left stopped, with the transactions that are left out named. Undo leaves no server without its
 * tables, and stops no applier half-way ({@link PositionLost}).
 */
final class ResetRelayLogInfoStep implements Step<ResetRelayLogInfoStep.Before> {
  static final String KIND = "gaps.reset-relay-log-info";

  /**
   * What it does.
   *
   * @param leftOut which transactions are missing, for people
   */
  record Work(Closing closing, String leftOut, String leftOutInFull) {}

  record Before(BinlogPosition lowWater) {}

  private final String leftOut;
  private final String leftOutInFull;
  private final ClosingPlace place;

  ResetRelayLogInfoStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = ClosingPlace.of(environment, planned.target(), work.closing());
    this.leftOut = work.leftOut();
    this.leftOutInFull = work.leftOutInFull();
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (observation.applies() || observation.receives()) {
        throw StepFailure.fatal(
            "The replication of %s was started in the meantime.".formatted(place.target()),
            Remedies.of(place.close()));
      }
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // A controller that was killed may have come anywhere; the server's tables show.
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Progress progress = session.relayLogInfo().read(context.deadline());
      return new Before(known(progress.lowWater()));
    }
  }

  private BinlogPosition known(Observed<BinlogPosition> lowWater) {
    return lowWater
        .asOptional()
        .orElseThrow(() ->
            StepFailure.fatal(
                "The position of %s is not in its tables: %s.".formatted(place.target(), lowWater),
                Remedies.of(Acts.showGaps(place.target()))));
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      BinlogPosition lowWater = before.lowWater();
      Progress progress = session.relayLogInfo().read(context.deadline());
      if (!place.isReached(session.read())) {
        if (progress.lowWater().is(lowWater) && progress.workers() > 0) {
          if (startsByItself(session)) {
            await(session, context);
            return StepOutcome.done(
                "The gaps are closed: all up to %s was applied.".formatted(place.wanted()));
          }
          requireFetchable(session, lowWater);
          act(session, context, Act.KEEP);
          act(session, context, Act.RESET);
          act(session, context, Act.PUT_BACK);
        } else if (!progress.keptInThisProcess().is(true)) {
          throw restarted(progress);
        } else if (progress.lowWater() instanceof Observed.Absent) {
          act(session, context, Act.RESET);
          act(session, context, Act.PUT_BACK);
        }
        session.start(ReplicationThread.RECEIVER);
        session.startUntilGapsAreClosed();
      }
      await(session, context);
      act(session, context, Act.DISCARD);
      return StepOutcome.done(
          "The refusal was reset, and the gaps are closed: all up to %s was applied."
              .formatted(place.wanted()));
    }
  }

  /**
   * The reset drops the relay logs, which are else the last that holds what is missing. So what the
   * source has at those places must be what was received, and not only something.
   */
  private void requireFetchable(ChannelSession session, BinlogPosition lowWater) {
    Observation observation = session.read();
    Channel channel = observation.channel();
    requireHeld(session, channel, lowWater);
    SameBinlog binlog = session.sameBinlog(observation);
    if (!(binlog instanceof SameBinlog.Same)) {
      throw notFetchable(
          binlog.isUnread(),
          "%s would have to fetch again what comes after %s, and %s. Nothing was reset. Missing is %s, and its relay logs hold it."
              .formatted(place.target(), lowWater, binlog.ofSource(channel.source()), leftOut),
          PositionLost.showRelayLogs(place.target(), channel));
    }
  }

  private void requireHeld(ChannelSession session, Channel channel, BinlogPosition lowWater) {
    boolean mayPass = false;
    String why = "Nothing begins there.";
    try {
      if (session.sourceHolds(channel, lowWater)) {
        return;
      }
    } catch (OrchestratorException e) {
      mayPass = e.code().kind() == ErrorKind.UNREACHABLE;
      why = e.observed();
    }
    throw notFetchable(
        mayPass,
        "%s would have to fetch again what comes after %s, and its source %s does not show that it still has that: %s Nothing was reset. Missing is %s, and its relay logs hold it."
            .formatted(place.target(), lowWater, channel.source(), why, leftOut),
        Remedies.of(
                "make %s reachable for the controller, if it was not".formatted(channel.source()))
            .or(PositionLost.showRelayLogs(place.target(), channel)));
  }

  /** A source that does not answer for a moment is asked again. */
  private static StepFailure notFetchable(boolean mayPass, String observed, Remedies remedies) {
    return mayPass
        ? StepFailure.passing(observed, remedies)
        : StepFailure.fatal(observed, remedies);
  }

  private static void act(ChannelSession session, StepContext context, Act act) {
    session.relayLogInfo().act(act, context.deadline());
  }

  private void await(ChannelSession session, StepContext context) {
    place.waiting(session, context).untilThrough(place.wanted());
    Observation after = session.read();
    if (after.applies()) {
      session.stop(ReplicationThread.APPLIER);
    }
    if (after.receives()) {
      session.stop(ReplicationThread.RECEIVER);
    }
  }

  private static boolean startsByItself(ChannelSession session) {
    try {
      session.startUntilGapsAreClosed();
      return true;
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.STATEMENT_FAILED
          && GapAnalysis.firstError(session.read().channel().applier())
              .filter(LastError::isRefusal)
              .isPresent()) {
        return false;
      }
      throw e;
    }
  }

  private StepFailure restarted(Progress progress) {
    return StepFailure.fatal(
        "%s was restarted while its gap was being closed, and has forgotten which transactions it had not applied: %s. It has applied up to %s. Its replication must not be started."
            .formatted(place.target(), leftOutInFull, progress.lowWater()),
        List.of(
            "the tables as they were are in the schema tutti of %s".formatted(place.target()),
            "rebuild %s".formatted(place.target())));
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!place.isReached(observation)) {
        return Verdict.lacks(
            "%s has not applied up to %s.".formatted(place.target(), place.wanted()));
      }
      boolean isKept =
          session.relayLogInfo().read(context.deadline()).keptInThisProcess().isKnown();
      return Verdict.of(
          !isKept && !observation.applies() && !observation.receives(),
          "%s is not at the position where it was before.".formatted(place.target()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Progress progress = session.relayLogInfo().read(context.deadline());
      if (progress.lowWater() instanceof Observed.Absent && progress.keptInThisProcess().is(true)) {
        act(session, context, Act.PUT_BACK);
      }
      Observation observation = session.read();
      if (observation.applies()) {
        place.requireNotHalfWay(observation);
        session.stop(ReplicationThread.APPLIER);
      }
      if (observation.receives()) {
        session.stop(ReplicationThread.RECEIVER);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      return Verdict.of(
          !observation.applies() && !observation.receives(),
          "The replication of %s has not stopped yet.".formatted(place.target()));
    }
  }
}

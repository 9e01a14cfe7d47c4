package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.Missing;
import io.tutti.gaps.WorkerProgress;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.server.Lacking;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.RelayLogInfoReset;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses how a channel's gaps are closed: the mildest way that works. Pure.
 *
 * <ol>
 *   <li>No gap, and it runs or is at its position: nothing is done.
 *   <li>The applier runs: it is waited for.
 *   <li>It is stopped and finds its place by the GTIDs of servers: it is started, with the receiver
 *       where what is missing is not in the relay log, and stopped again.
 *   <li>It is stopped and finds its place by domains: it applies serially for a while.
 *   <li>It is stopped and finds its place by log position: it is started until its gaps are closed,
 *       and stops by itself there.
 *   <li>The same, where the server may refuse that after a crash: the refusal is reset first.
 *   <li>The server can do none of it any more, or would lose a transaction: refused, with the
 *       remedy.
 * </ol>
 */
public record GapsPlanner(
    InstanceState state,
    ReplicationStatements statements,
    Optional<ServerKnob> workers,
    GapsRequest.Word word,
    Duration deadline) {

  /** Stopping again, and what is read before and after. */
  static final Duration BESIDE_WAITING = Duration.ofSeconds(30);

  /**
   * The steps that close a channel's gaps; none where there are none.
   *
   * @throws OrchestratorException GAPS_NOT_CLOSABLE when they cannot be closed
   */
  public List<PlannedStep> steps(Channel channel, ChannelGaps gaps) {
    boolean isStopped = channel.applier().state() == ThreadState.STOPPED;
    if (gaps.isFree() && !(isStopped && isBehindItsWorkers(channel))) {
      return List.of();
    }
    if (!isStopped) {
      return List.of(waiting(channel, gaps));
    }
    return switch (channel.positioning()) {
      case AUTO_POSITION -> {
        requireRepaired(channel, gaps);
        yield List.of(fetching(channel, gaps));
      }
      case REPLICA_POS, CURRENT_POS -> List.of(serial(channel, gaps));
      case LOG_POSITION -> {
        requireRightCount(channel, gaps);
        requireNotApplied(channel, gaps);
        yield List.of(
            mayRefuseToStart(channel) ? resetting(channel, gaps) : untilClosed(channel, gaps));
      }
    };
  }

  /**
   * Whether its position is behind its data, gap or none, as after a crash between two checkpoints:
   * 5.6 refuses to start then, too.
   */
  private static boolean isBehindItsWorkers(Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION
        && closedAt(channel) instanceof ClosingTarget.UpTo;
  }

  private InstanceAddress address() {
    return state.address();
  }

  private OrchestratorException notClosable(String observed, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.GAPS_NOT_CLOSABLE,
        address().toString(),
        observed + " Nothing was changed.",
        remedies);
  }

  private PlannedStep waiting(Channel channel, ChannelGaps gaps) {
    ClosingTarget target = targetOfRunning(channel, gaps);
    return step(
            WaitStep.KIND,
            channel,
            closing(channel, target),
            "wait until the applier%s of %s has applied %s"
                .formatted(Channel.ofChannel(channel.name()), address(), target),
            List.of())
        .affecting();
  }

  private ClosingTarget targetOfRunning(Channel channel, ChannelGaps gaps) {
    if (gaps instanceof ChannelGaps.Open(Missing.Named(GtidSet missing), String why)) {
      return new ClosingTarget.Transactions(missing);
    }
    Optional<GtidSet> retrieved =
        channel.receiver().retrieved().asOptional().filter(set -> !set.isEmpty());
    if (channel.positioning() != Positioning.LOG_POSITION && retrieved.isPresent()) {
      return new ClosingTarget.Transactions(retrieved.get());
    }
    return WorkerProgress.of(channel)
        .map(WorkerProgress::highWater)
        .asOptional()
        .or(() -> channel.receiver().read().asOptional())
        .map(ClosingTarget.UpTo::new)
        .orElseThrow(() -> unknown(gaps));
  }

  private OrchestratorException unknown(ChannelGaps gaps) {
    return notClosable(
        "What %s would have to apply is not known: %s.".formatted(address(), gaps.why()),
        Remedies.of(Acts.showGaps(address())).or(Acts.showInstance(address())));
  }

  private PlannedStep fetching(Channel channel, ChannelGaps gaps) {
    if (!(gaps instanceof ChannelGaps.Open(Missing missing, String why))
        || !(missing instanceof Missing.Named(GtidSet gtids))) {
      throw unknown(gaps);
    }
    boolean needsReceiver =
        channel.receiver().retrieved().asOptional().filter(set -> set.contains(gtids)).isEmpty();
    List<ReplicationThread> threads =
        needsReceiver
            ? List.of(ReplicationThread.RECEIVER, ReplicationThread.APPLIER)
            : List.of(ReplicationThread.APPLIER);
    List<String> said = new ArrayList<>();
    threads.stream()
        .filter(thread -> !thread.runsIn(channel))
        .forEach(thread -> said.add(statements.start(thread, channel.name())));
    threads.stream()
        .filter(thread -> !thread.runsIn(channel))
        .forEach(thread -> said.add(statements.stop(thread, channel.name())));
    return step(
            FetchStep.KIND,
            channel,
            new FetchStep.Work(
                closing(channel, new ClosingTarget.Transactions(gtids)), needsReceiver),
            "let the applier%s of %s fill in %s"
                .formatted(Channel.ofChannel(channel.name()), address(), gtids),
            said)
        .affecting(mayFetchAgain(channel));
  }

  /** An applier that goes past what is missing has all fetched again. */
  private List<Effect> mayFetchAgain(Channel channel) {
    List<Effect> effects =
        new ArrayList<>(Effect.stopping(channel, address(), Effect.Lasts.MOMENT));
    effects.add(
        Effect.of(
            Effect.Kind.RELAY_LOGS_MAY_DROP,
            address(),
            Channel.ofChannel(channel.name()),
            Effect.Lasts.ONCE));
    return effects;
  }

  private PlannedStep serial(Channel channel, ChannelGaps gaps) {
    Optional<Long> before = state.parallel().workers().asOptional();
    Optional<GtidSet> wanted = wanted(channel, gaps);
    if (wanted.isEmpty() || workers.isEmpty() || before.isEmpty()) {
      throw unknown(gaps);
    }
    boolean othersApply =
        state.knownChannels().stream()
            .anyMatch(other -> other.applier().state() != ThreadState.STOPPED);
    if (othersApply) {
      throw notClosable(
          "%s must apply serially for that, and the number of its workers cannot be changed while the applier of another channel runs."
              .formatted(address()),
          Remedies.of("stop the other appliers of %s, and try again".formatted(address())));
    }
    ClosingTarget target = new ClosingTarget.Transactions(wanted.get());
    boolean fetchesAgain =
        !ReplicationThread.RECEIVER.runsIn(channel) && received(channel).isEmpty();
    ReplicationThread thread = fetchesAgain ? ReplicationThread.BOTH : ReplicationThread.APPLIER;
    List<String> said = new ArrayList<>(statements.set(KnobSetting.of(workers.get(), "0")));
    said.add(statements.start(thread, channel.name()));
    said.add(statements.stop(thread, channel.name()));
    said.addAll(statements.set(KnobSetting.of(workers.get(), before.get().toString())));
    return step(
            SerialStep.KIND,
            channel,
            new SerialStep.Work(closing(channel, target), workers.get().name(), thread),
            "let %s%s apply serially up to %s"
                .formatted(address(), Channel.ofChannel(channel.name()), target),
            said)
        .affecting(
            thread == ReplicationThread.BOTH
                ? List.of(Effect.dropping(address(), channel.name()))
                : List.of());
  }

  private static Optional<GtidSet> received(Channel channel) {
    return channel.receiver().retrieved().asOptional().filter(set -> !set.isEmpty());
  }

  /** All that was received; after a restart of the server, when that is gone, what is missing. */
  private static Optional<GtidSet> wanted(Channel channel, ChannelGaps gaps) {
    return received(channel)
        .or(() ->
            gaps instanceof ChannelGaps.Open(Missing.Located located, String why)
                ? located.gtids()
                : Optional.empty());
  }

  /**
   * An applier that is started over a gap, and fails at a transaction that was left out, has lost
   * count of which were: at its next start it leaves that one out and applies others twice (seen on
   * 5.6.14, 5.7.22). So it is started once, when the row is repaired.
   */
  private void requireRightCount(Channel channel, ChannelGaps gaps) {
    Optional<LastError> error = failure(channel);
    if (error.isEmpty()) {
      requireUninterrupted(channel, gaps);
      return;
    }
    if (!error.get().isOfWorker()) {
      throw notClosable(
          PositionLost.observed(address(), channel, error.get(), gaps),
          PositionLost.remedies(address(), channel));
    }
    requireRepaired(channel, gaps);
  }

  /** At which transaction the applier cannot continue. */
  private static Optional<LastError> failure(Channel channel) {
    return channel
        .applier()
        .lastError()
        .filter(each -> !each.isRefusal() && !each.isInterruption());
  }

  /** It would fail there again, and run past it at the start after that, by GTID as well. */
  private void requireRepaired(Channel channel, ChannelGaps gaps) {
    Optional<LastError> error = failure(channel);
    if (error.isPresent() && word != GapsRequest.Word.ROW_REPAIRED) {
      throw notClosable(
          "A worker%s of %s failed: %s. If it were started before its row is repaired, the server would forget which transactions it has not applied. Not applied: %s."
              .formatted(
                  Channel.ofChannel(channel.name()),
                  address(),
                  error.get(),
                  PositionLost.leftOut(gaps)),
          Remedies.of(
              "make the row what the transaction expects, start nothing, and then: %s",
              Acts.closeGapsRowRepaired(address(), channel.name())));
    }
  }

  /**
   * What a worker has applied without noting it looks left out, and the server would apply it
   * again: an error at best, which makes it lose count, and lost rows where it was a TRUNCATE.
   */
  private void requireNotApplied(Channel channel, ChannelGaps gaps) {
    if (word == GapsRequest.Word.ROW_REPAIRED
        || statements.notesEveryTransaction()
        || !(gaps instanceof ChannelGaps.Open(Missing missing, String why))) {
      return;
    }
    if (!(missing instanceof Missing.Located(List<LoggedTransaction> located))) {
      throw notClosable(
          "Which transactions %s has not applied is not known, as neither its relay log nor the binlog of %s shows them: %s (%s). DDL, or rows of a table without transactions, would be applied, maybe for the second time."
              .formatted(address(), channel.source(), missing, why),
          (mayRefuseToStart(channel)
                  ? PositionLost.showRelayLogs(address(), channel)
                  : Remedies.of(Acts.showGaps(address())))
              .or(
                  "if you know that there is none among them: %s",
                  Acts.closeGapsRowRepaired(address(), channel.name())));
    }
    Optional<LoggedTransaction> unnoted =
        located.stream().filter(each -> !each.isAtomic()).findFirst();
    if (unnoted.isPresent()) {
      BinlogPosition begin = unnoted.get().begin();
      throw notClosable(
          "Whether %s applied %s is not known: that is DDL, or rows of a table without transactions, which a worker of this release notes only with its next transaction. Closing the gap applies it, maybe for the second time. Not applied, as far as was noted: %s."
              .formatted(address(), unnoted.get(), missing),
          Remedies.of(
                  "look at it on %s: SHOW BINLOG EVENTS IN '%s' FROM %d LIMIT 4"
                      .formatted(channel.source(), begin.file(), begin.position()))
              .or(
                  "if %s shows its effect, take that back there with sql_log_bin=0; then: %s",
                  address(), Acts.closeGapsRowRepaired(address(), channel.name())));
    }
  }

  /**
   * What a table without transactions on the replica has of a transaction that was cut off stays
   * there, and comes again when the gap is closed.
   *
   * @param doubt of {@link RepeatedRows}
   */
  void requireNotRepeated(Channel channel, ChannelGaps gaps, Optional<String> doubt) {
    if (doubt.isPresent() && word != GapsRequest.Word.ROW_REPAIRED) {
      throw notClosable(
          "Some rows of what %s has not applied may be there already, and closing the gap would apply them again: %s. Not applied: %s."
              .formatted(address(), doubt.get(), PositionLost.leftOut(gaps)),
          Remedies.of(
                  "compare those tables with %s, and take back there with sql_log_bin=0 what the missing transactions wrote"
                      .formatted(channel.source()))
              .or(
                  "then, or if there is nothing of them: %s",
                  Acts.closeGapsRowRepaired(address(), channel.name())));
    }
  }

  /**
   * An applier that was stopped while it closed gaps has lost count, too, and shows no error. That
   * cannot have been where no applier was both started and stopped since the server began; one that
   * refused to start has not begun either.
   */
  private void requireUninterrupted(Channel channel, ChannelGaps gaps) {
    boolean refusesToStart =
        GapAnalysis.firstError(channel.applier()).filter(LastError::isRefusal).isPresent();
    boolean isSure =
        refusesToStart
            || word == GapsRequest.Word.APPLIER_NOT_STOPPED
            || state.stopsAsked().is(0L)
            || state.startsAsked().is(0L);
    if (!isSure) {
      throw notClosable(
          PositionLost.maybe(address(), channel, gaps),
          PositionLost.remediesOfMaybe(address(), channel));
    }
  }

  /**
   * Where several channels failed, which of them was repaired must be said: the others would be
   * started over rows that nobody has repaired.
   *
   * @throws OrchestratorException CHANNEL_NOT_CHOSEN
   */
  static void requireOneRepaired(InstanceAddress instance, List<Channel> channels) {
    List<String> failed =
        channels.stream()
            .filter(channel -> GapAnalysis.firstError(channel.applier()).isPresent())
            .map(Channel::name)
            .toList();
    if (failed.size() > 1) {
      throw new OrchestratorException(
          ErrorCode.CHANNEL_NOT_CHOSEN,
          instance.toString(),
          "The appliers of the channels %s of %s have failed, and the request does not say which of them is repaired. Nothing was changed."
              .formatted(failed, instance),
          new Remedies(
              failed.stream()
                  .map(name -> Remedy.of(Acts.closeGapsRowRepaired(instance, name)))
                  .toList()));
    }
  }

  /**
   * A server that recovers its relay log at its start, and keeps no worker's progress across that,
   * refuses to start over a gap it was killed with.
   */
  private boolean mayRefuseToStart(Channel channel) {
    return !statements.relayLogInfo(RelayLogInfoReset.Act.KEEP).isEmpty()
        && !state.durability().relayLogRecovery().is(false)
        && !ReplicationThread.RECEIVER.runsIn(channel);
  }

  private PlannedStep resetting(Channel channel, ChannelGaps gaps) {
    if (!(closedAt(channel) instanceof ClosingTarget.UpTo target)) {
      throw unknown(gaps);
    }
    List<String> said = new ArrayList<>();
    said.add(startUntilClosed(channel));
    for (RelayLogInfoReset.Act act : RelayLogInfoReset.Act.values()) {
      if (act == RelayLogInfoReset.Act.DISCARD) {
        said.add(statements.start(ReplicationThread.RECEIVER, channel.name()));
        said.add(startUntilClosed(channel));
        said.add(statements.stop(ReplicationThread.APPLIER, channel.name()));
        said.add(statements.stop(ReplicationThread.RECEIVER, channel.name()));
      }
      said.addAll(statements.relayLogInfo(act));
    }
    return step(
            ResetRelayLogInfoStep.KIND,
            channel,
            new ResetRelayLogInfoStep.Work(
                closing(channel, target),
                PositionLost.leftOut(gaps),
                PositionLost.leftOutInFull(gaps)),
            "let the applier of %s close its gaps up to %s; where it refuses, reset the refusal, and let it fetch again and apply only %s"
                .formatted(address(), target, PositionLost.leftOut(gaps)),
            said)
        .affecting(Effect.dropping(address(), channel.name()));
  }

  private static ClosingTarget closedAt(Channel channel) {
    return WorkerProgress.of(channel) instanceof Observed.Known<WorkerProgress>(var progress)
            && !progress.highWater().equals(progress.lowWater())
        ? new ClosingTarget.UpTo(progress.highWater())
        : new ClosingTarget.OwnEnd();
  }

  private PlannedStep untilClosed(Channel channel, ChannelGaps gaps) {
    ClosingTarget target = closedAt(channel);
    return step(
            UntilStep.KIND,
            channel,
            closing(channel, target),
            "let the applier%s of %s close its gaps up to %s"
                .formatted(Channel.ofChannel(channel.name()), address(), target),
            List.of(startUntilClosed(channel)))
        .affecting();
  }

  private String startUntilClosed(Channel channel) {
    return statements
        .startUntilGapsAreClosed(channel.name())
        .orElseThrow(Lacking.in(address(), ChannelSession.CLOSE_GAPS));
  }

  private Closing closing(Channel channel, ClosingTarget target) {
    return new Closing(channel.name(), target, deadline);
  }

  private PlannedStep step(
      String kind, Channel channel, Record work, String description, List<String> said) {
    return PlannedStep.of(kind, address(), "gaps." + channel.name(), work, description)
        .withStatements(said.toArray(String[]::new))
        .withBounds(
            new PlannedStep.Bounds(
                deadline.plus(BESIDE_WAITING), PlannedStep.Bounds.USUAL.blockedWaitMax()));
  }
}

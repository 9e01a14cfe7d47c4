package io.tutti.rollout.engine;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.RolloutAct;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.Decision;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.WaveState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a person has a rollout do. Pure. */
final class RolloutActs {
  private RolloutActs() {}

  /**
   * @throws OrchestratorException OPERATION_STATE when it cannot be asked of one that stands so
   */
  static RolloutRun act(RolloutRun run, RolloutAct act, String by, Instant now) {
    String said = "%s by %s.".formatted(words(act), by);
    RolloutRun acted =
        switch (act) {
          case PAUSE -> pause(run, said);
          case RESUME -> resume(run, said);
          case ABORT -> abort(run, said);
          case UNDO -> undo(run, said);
          case APPROVE -> approve(run, said, now);
        };
    return acted.deciding(new Decision(now, 0, Optional.empty(), said));
  }

  /**
   * @throws OrchestratorException OPERATION_STATE when it has begun
   */
  static RolloutRun beginNow(RolloutRun run, String by, Instant now) {
    if (run.state() != RolloutState.SCHEDULED) {
      throw refused(run, "begin now");
    }
    String said = "Begun before its time by %s.".formatted(by);
    return run.in(RolloutState.RUNNING, said)
        .deciding(new Decision(now, 0, Optional.empty(), said));
  }

  private static String words(RolloutAct act) {
    return switch (act) {
      case PAUSE -> "Paused";
      case RESUME -> "Resumed";
      case ABORT -> "Aborted";
      case UNDO -> "Undo asked for";
      case APPROVE -> "Approved";
    };
  }

  private static RolloutRun pause(RolloutRun run, String said) {
    if (run.state().isEnd() || run.state() == RolloutState.PAUSED) {
      throw refused(run, RolloutAct.PAUSE);
    }
    RolloutRun paused = run;
    for (WaveRun wave : run.waves()) {
      paused =
          paused.with(
              wave.each(replica ->
                  Intent.isWanted(replica)
                      ? replica.in(ReplicaState.WAITING, replica.why())
                      : replica));
    }
    return paused.in(RolloutState.PAUSED, said);
  }

  private static RolloutRun resume(RolloutRun run, String said) {
    if (run.state() != RolloutState.PAUSED) {
      throw refused(run, RolloutAct.RESUME);
    }
    if (run.waves().stream().anyMatch(wave -> wave.state() == WaveState.UNDOING)) {
      return undoAgain(run).in(RolloutState.UNDOING, said);
    }
    RolloutRun resumed = run;
    for (WaveRun wave : run.waves()) {
      if (wave.state() == WaveState.STOPPED) {
        resumed = resumed.with(keptByPerson(wave));
      }
    }
    boolean hasBegun = run.waves().stream().anyMatch(wave -> wave.beganAt().isPresent());
    return resumed.in(hasBegun ? RolloutState.RUNNING : RolloutState.SCHEDULED, said);
  }

  /** Those of a stopped wave that were not reached yet are left out. */
  private static WaveRun keptByPerson(WaveRun wave) {
    return wave.in(WaveState.KEPT)
        .each(replica ->
            switch (replica.state()) {
              case SOAKING -> replica.in(ReplicaState.KEPT, "");
              case PENDING, WAITING ->
                  replica.in(ReplicaState.LEFT_OUT, "Its wave was stopped before its turn.");
              default -> replica;
            });
  }

  private static RolloutRun abort(RolloutRun run, String said) {
    if (run.state().isEnd()) {
      throw refused(run, RolloutAct.ABORT);
    }
    RolloutRun aborted = run;
    for (WaveRun wave : run.waves()) {
      if (wave.state() == WaveState.PENDING) {
        aborted = aborted.with(wave.in(WaveState.DROPPED));
      } else if (wave.state() == WaveState.RUNNING) {
        aborted = aborted.with(wave.each(RolloutActs::notReached));
      }
    }
    return aborted.in(RolloutState.ABORTED, said);
  }

  private static ReplicaRun notReached(ReplicaRun replica) {
    return replica.state() == ReplicaState.PENDING
            || replica.state() == ReplicaState.WAITING
            || Intent.isWanted(replica)
        ? replica.in(ReplicaState.LEFT_OUT, "The rollout was aborted before its turn.")
        : replica;
  }

  private static RolloutRun undo(RolloutRun run, String said) {
    if (run.state() == RolloutState.UNDONE || run.state() == RolloutState.UNDOING) {
      throw refused(run, RolloutAct.UNDO);
    }
    return FailureTurn.undoAll(undoAgain(run)).in(RolloutState.UNDOING, said);
  }

  private static RolloutRun undoAgain(RolloutRun run) {
    RolloutRun again = run;
    for (WaveRun wave : run.waves()) {
      again =
          again.with(
              wave.each(replica -> UndoTurn.couldNot(replica) ? replica.undoingAgain() : replica));
    }
    return again;
  }

  private static RolloutRun approve(RolloutRun run, String said, Instant now) {
    if (run.state() != RolloutState.ASKING) {
      throw refused(run, RolloutAct.APPROVE);
    }
    Optional<WaveRun> soaking =
        run.waves().stream().filter(wave -> wave.state() == WaveState.SOAKING).findFirst();
    if (soaking.isPresent()) {
      return WaveTurn.keep(run, soaking.get(), "a person decided so", now);
    }
    int next =
        run.waves().stream()
            .filter(wave -> wave.state() == WaveState.PENDING)
            .mapToInt(WaveRun::number)
            .min()
            .orElse(run.approved());
    return run.approving(next).in(RolloutState.RUNNING, said);
  }

  private static OrchestratorException refused(RolloutRun run, RolloutAct act) {
    return refused(run, act.name().toLowerCase(Locale.ROOT));
  }

  private static OrchestratorException refused(RolloutRun run, String act) {
    return new OrchestratorException(
        ErrorCode.OPERATION_STATE,
        run.id(),
        "The rollout %s (%s) is %s: %s It cannot be asked to %s. Nothing was changed."
            .formatted(
                run.id(),
                run.rollout().name(),
                run.state().name().toLowerCase(Locale.ROOT),
                run.why(),
                act),
        List.of("show the rollout: its last decision says what it waits for"));
  }
}

package io.tutti.rollout.engine;

import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.Decision;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.WaveState;
import java.time.Instant;
import java.util.Optional;

/** What becomes of a rollout when a gate stops a wave, or a change fails. Pure. */
final class FailureTurn {
  private FailureTurn() {}

  static RolloutRun stop(
      RolloutRun run, WaveRun wave, ReplicaRun replica, String why, Instant now) {
    String sentence =
        switch (run.rollout().onFailure()) {
          case PAUSE -> "Wave %d is stopped, and a person decides: %s";
          case UNDO_WAVE -> "Wave %d is undone: %s";
          case UNDO_ALL -> "Wave %d is stopped, and all is undone: %s";
        };
    String said = sentence.formatted(wave.number(), why);
    RolloutRun decided =
        run.with(wave)
            .deciding(
                new Decision(now, wave.number(), Optional.of(replica.target().address()), said));
    return switch (run.rollout().onFailure()) {
      case PAUSE -> decided.in(RolloutState.PAUSED, said).with(wave.in(WaveState.STOPPED));
      case UNDO_WAVE -> decided.in(RolloutState.UNDOING, said).with(wave.in(WaveState.UNDOING));
      case UNDO_ALL -> undoAll(decided.in(RolloutState.UNDOING, said));
    };
  }

  /** All waves that were begun are to be undone, and no other one is begun. */
  static RolloutRun undoAll(RolloutRun run) {
    RolloutRun undoing = run;
    for (WaveRun wave : run.waves()) {
      boolean isUntouched = wave.state() == WaveState.PENDING || wave.state() == WaveState.DROPPED;
      if (wave.state() != WaveState.UNDONE) {
        undoing = undoing.with(wave.in(isUntouched ? WaveState.DROPPED : WaveState.UNDOING));
      }
    }
    return undoing;
  }
}

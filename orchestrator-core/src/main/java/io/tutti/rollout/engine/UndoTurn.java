package io.tutti.rollout.engine;

import io.tutti.rollout.Bounds;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.WaveState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a rollout does next that takes waves back, the last one first. Windows do not count: what
 * does harm is not left until tomorrow. Pure.
 */
final class UndoTurn {
  private UndoTurn() {}

  static RolloutRun next(RolloutRun run) {
    Optional<WaveRun> last =
        run.waves().reversed().stream()
            .filter(wave -> wave.state() == WaveState.UNDOING)
            .findFirst();
    if (last.isEmpty()) {
      return end(run);
    }
    WaveRun wave = last.get();
    Optional<ReplicaRun> failed = wave.replicas().stream().filter(UndoTurn::couldNot).findFirst();
    if (failed.isPresent()) {
      return run.in(
          RolloutState.PAUSED,
          "%s A person decides; undo tries again.".formatted(failed.get().why()));
    }
    WaveRun now = undoing(wave, run.rollout().bounds());
    if (!now.equals(wave)) {
      return run.with(now);
    }
    boolean isUnderWay = wave.has(ReplicaState.CHANGING) || wave.has(ReplicaState.UNDOING);
    return isUnderWay ? run : run.with(wave.in(WaveState.UNDONE));
  }

  static boolean couldNot(ReplicaRun replica) {
    return replica.state() == ReplicaState.FAILED && replica.undo().isPresent();
  }

  private static WaveRun undoing(WaveRun wave, Bounds bounds) {
    Map<String, Integer> byCluster = new HashMap<>();
    wave.replicas().stream()
        .filter(replica -> replica.state() == ReplicaState.UNDOING)
        .forEach(replica -> byCluster.merge(replica.target().cluster(), 1, Integer::sum));
    return wave.each(replica -> undoing(replica, bounds, byCluster));
  }

  private static ReplicaRun undoing(
      ReplicaRun replica, Bounds bounds, Map<String, Integer> byCluster) {
    if (Intent.isWanted(replica)) {
      return replica.in(ReplicaState.LEFT_OUT, "It was not changed yet.");
    }
    return switch (replica.state()) {
      case PENDING, WAITING -> replica.in(ReplicaState.LEFT_OUT, "It was not changed yet.");
      case SOAKING, KEPT -> {
        int all = byCluster.values().stream().mapToInt(Integer::intValue).sum();
        int sameCluster = byCluster.getOrDefault(replica.target().cluster(), 0);
        if (all >= bounds.totalMax() || sameCluster >= bounds.perClusterMax()) {
          yield replica;
        }
        byCluster.merge(replica.target().cluster(), 1, Integer::sum);
        yield replica.in(ReplicaState.UNDOING, "");
      }
      case CHANGING, UNDOING, UNDONE, LEFT_OUT, FAILED -> replica;
    };
  }

  private static RolloutRun end(RolloutRun run) {
    boolean isSomethingKept =
        run.waves().stream()
            .anyMatch(wave -> wave.state() == WaveState.KEPT && wave.has(ReplicaState.KEPT));
    if (isSomethingKept) {
      return run.in(
          RolloutState.PAUSED,
          run.why() + " Earlier waves are kept; a person decides whether it continues.");
    }
    RolloutRun ended = run;
    for (WaveRun wave : run.waves()) {
      if (wave.state() == WaveState.PENDING) {
        ended = ended.with(wave.in(WaveState.DROPPED));
      }
    }
    return ended.in(RolloutState.UNDONE, run.why());
  }
}

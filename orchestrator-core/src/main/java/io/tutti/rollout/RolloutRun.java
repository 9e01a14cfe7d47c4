package io.tutti.rollout;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.OperationId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One run of a rollout: how far it is. Immutable; each change is kept before it has an effect.
 *
 * @param id sorts by time of creation
 * @param text the file as it was written
 * @param by who asked for it
 * @param why a sentence on its state, such as what it waits for
 * @param wakeAt when there is something to do next, if nothing happens before
 * @param leftOut who was selected and gets nothing
 * @param decisions every one that was made, the oldest first
 */
public record RolloutRun(
    String id,
    Rollout rollout,
    String text,
    String by,
    Instant createdAt,
    RolloutState state,
    String why,
    Optional<Instant> wakeAt,
    List<WaveRun> waves,
    List<RolloutPlan.LeftOut> leftOut,
    List<Decision> decisions) {

  public RolloutRun {
    waves = List.copyOf(waves);
    leftOut = List.copyOf(leftOut);
    decisions = List.copyOf(decisions);
  }

  /** One that has not begun. */
  public static RolloutRun begun(
      String id, Rollout rollout, String text, String by, Instant now, RolloutPlan plan) {
    return new RolloutRun(
        id,
        rollout,
        text,
        by,
        now,
        RolloutState.SCHEDULED,
        "it has not begun",
        Optional.of(now),
        plan.waves().stream().map(WaveRun::of).toList(),
        plan.leftOut(),
        List.of());
  }

  /**
   * @param soakUntil when it is judged
   */
  public record WaveRun(
      int number,
      WaveState state,
      List<ReplicaRun> replicas,
      Optional<Instant> beganAt,
      Optional<Instant> soakUntil) {
    public WaveRun {
      replicas = List.copyOf(replicas);
    }

    static WaveRun of(RolloutPlan.PlannedWave wave) {
      return new WaveRun(
          wave.number(),
          WaveState.PENDING,
          wave.targets().stream().map(ReplicaRun::of).toList(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /**
   * @param why a sentence on its state; empty when there is nothing to say
   * @param control the untouched replica that it is compared with
   * @param change the operation that changed it
   * @param undo the operation that undid that
   */
  public record ReplicaRun(
      RolloutPlan.Target target,
      ReplicaState state,
      String why,
      Optional<InstanceAddress> control,
      Optional<OperationId> change,
      Optional<OperationId> undo) {

    static ReplicaRun of(RolloutPlan.Target target) {
      return new ReplicaRun(
          target, ReplicaState.PENDING, "", Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /**
   * Something that was decided, by a gate, a person or the clock.
   *
   * @param wave 0 when it is about the rollout
   * @param sentence with its numbers
   */
  public record Decision(
      Instant at, int wave, Optional<InstanceAddress> replica, String sentence) {}

  /** The servers that no other rollout may touch meanwhile. */
  public List<InstanceAddress> holds() {
    return state.isEnd()
        ? List.of()
        : waves.stream()
            .flatMap(wave -> wave.replicas().stream())
            .filter(replica -> replica.state() != ReplicaState.LEFT_OUT)
            .map(replica -> replica.target().address())
            .toList();
  }
}

package io.tutti.rollout;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.OperationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

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
 * @param approved the last wave that a person has approved, 0 for none
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
    List<Decision> decisions,
    int approved) {

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
        List.of(),
        0);
  }

  /** The same in another state, to be looked at again when something happens. */
  public RolloutRun in(RolloutState next, String because) {
    return new RolloutRun(
        id,
        rollout,
        text,
        by,
        createdAt,
        next,
        because,
        Optional.empty(),
        waves,
        leftOut,
        decisions,
        approved);
  }

  /** The same, to be looked at again by then. */
  public RolloutRun wakingAt(Instant moment) {
    return new RolloutRun(
        id,
        rollout,
        text,
        by,
        createdAt,
        state,
        why,
        Optional.of(moment),
        waves,
        leftOut,
        decisions,
        approved);
  }

  /** The same with this wave in the place of the one of its number. */
  public RolloutRun with(WaveRun wave) {
    List<WaveRun> changed = new ArrayList<>(waves);
    changed.replaceAll(each -> each.number() == wave.number() ? wave : each);
    return new RolloutRun(
        id, rollout, text, by, createdAt, state, why, wakeAt, changed, leftOut, decisions,
        approved);
  }

  /** The same with one more wave, of this server alone. */
  public RolloutRun joinedBy(RolloutPlan.Target target) {
    List<WaveRun> more = new ArrayList<>(waves);
    more.add(WaveRun.of(new RolloutPlan.PlannedWave(waves.size() + 1, List.of(target))));
    return new RolloutRun(
        id, rollout, text, by, createdAt, state, why, wakeAt, more, leftOut, decisions, approved);
  }

  /** The same with one more decision. */
  public RolloutRun deciding(Decision decision) {
    List<Decision> more = new ArrayList<>(decisions);
    more.add(decision);
    return new RolloutRun(
        id, rollout, text, by, createdAt, state, why, wakeAt, waves, leftOut, more, approved);
  }

  /** The same, approved up to that wave. */
  public RolloutRun approving(int wave) {
    return new RolloutRun(
        id, rollout, text, by, createdAt, state, why, wakeAt, waves, leftOut, decisions, wave);
  }

  /**
   * @param soakUntil when it is judged
   * @param looks how often it was judged
   */
  public record WaveRun(
      int number,
      WaveState state,
      List<ReplicaRun> replicas,
      Optional<Instant> beganAt,
      Optional<Instant> soakUntil,
      int looks) {
    public WaveRun {
      replicas = List.copyOf(replicas);
    }

    public WaveRun in(WaveState next) {
      return new WaveRun(number, next, replicas, beganAt, soakUntil, looks);
    }

    public WaveRun begun(Instant at) {
      return new WaveRun(number, WaveState.RUNNING, replicas, Optional.of(at), Optional.empty(), 0);
    }

    public WaveRun soakingUntil(Instant moment) {
      return new WaveRun(number, WaveState.SOAKING, replicas, beganAt, Optional.of(moment), looks);
    }

    public WaveRun lookedAt() {
      return new WaveRun(number, state, replicas, beganAt, soakUntil, looks + 1);
    }

    /** The same with each of its replicas changed so. */
    public WaveRun each(UnaryOperator<ReplicaRun> change) {
      return new WaveRun(
          number, state, replicas.stream().map(change).toList(), beganAt, soakUntil, looks);
    }

    public boolean has(ReplicaState wanted) {
      return replicas.stream().anyMatch(replica -> replica.state() == wanted);
    }

    static WaveRun of(RolloutPlan.PlannedWave wave) {
      return new WaveRun(
          wave.number(),
          WaveState.PENDING,
          wave.targets().stream().map(ReplicaRun::of).toList(),
          Optional.empty(),
          Optional.empty(),
          0);
    }
  }

  /**
   * @param why a sentence on its state; empty when there is nothing to say
   * @param control the untouched replica that it is compared with
   * @param change the operation that changed it
   * @param undo the operation that undid that
   * @param former values that an earlier operation had set, and to which an undo goes back; none
   *     where it goes back to what was there before any operation
   * @param attempts how often its undo was tried before
   */
  public record ReplicaRun(
      RolloutPlan.Target target,
      ReplicaState state,
      String why,
      Optional<InstanceAddress> control,
      Optional<OperationId> change,
      Optional<OperationId> undo,
      SortedMap<String, String> former,
      int attempts) {
    public ReplicaRun {
      former = Collections.unmodifiableSortedMap(new TreeMap<>(former));
    }

    static ReplicaRun of(RolloutPlan.Target target) {
      return new ReplicaRun(
          target,
          ReplicaState.PENDING,
          "",
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new TreeMap<>(),
          0);
    }

    public ReplicaRun in(ReplicaState next, String because) {
      return new ReplicaRun(target, next, because, control, change, undo, former, attempts);
    }

    public ReplicaRun beside(Optional<InstanceAddress> other) {
      return new ReplicaRun(target, state, why, other, change, undo, former, attempts);
    }

    public ReplicaRun changedBy(OperationId operation) {
      return new ReplicaRun(
          target, state, why, control, Optional.of(operation), undo, former, attempts);
    }

    public ReplicaRun undoneBy(OperationId operation) {
      return new ReplicaRun(
          target, state, why, control, change, Optional.of(operation), former, attempts);
    }

    public ReplicaRun goingBackTo(SortedMap<String, String> values) {
      return new ReplicaRun(target, state, why, control, change, undo, values, attempts);
    }

    /** Its undo is tried once more. */
    public ReplicaRun undoingAgain() {
      return new ReplicaRun(
          target,
          ReplicaState.UNDOING,
          "",
          control,
          change,
          Optional.empty(),
          former,
          attempts + 1);
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

  /** The servers that no other rollout may touch meanwhile. One that only waits holds none. */
  public List<InstanceAddress> holds() {
    return state.isEnd() || state == RolloutState.CONTINUOUS
        ? List.of()
        : waves.stream()
            .flatMap(wave -> wave.replicas().stream())
            .filter(replica -> replica.state() != ReplicaState.LEFT_OUT)
            .map(replica -> replica.target().address())
            .toList();
  }
}

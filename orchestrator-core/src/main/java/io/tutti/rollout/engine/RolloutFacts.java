package io.tutti.rollout.engine;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.gate.Judgement;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;

/** All that it depends on what a rollout does next, beside its own record. */
public interface RolloutFacts {

  Instant now();

  /**
   * How an operation ended; empty while it goes on.
   *
   * @throws IllegalArgumentException when there is none
   */
  Optional<Ended> ended(OperationId operation);

  /**
   * The values to which an undo of this replica must go back, where an earlier operation had set
   * them: what was there before any operation is not what was there before this rollout.
   */
  SortedMap<String, String> former(ReplicaRun replica);

  /** How often this replica was read since a moment. */
  int readings(ReplicaRun replica, Instant since);

  /** What is in the way of a change of this replica, and passes: a sentence. */
  Optional<String> inTheWay(ReplicaRun replica);

  /** Why this replica is not to be changed any more, such as that it became a source. */
  Optional<String> excluded(ReplicaRun replica);

  /** A replica of the same source that this wave does not touch. */
  Optional<InstanceAddress> control(ReplicaRun replica, WaveRun wave);

  /** Who of those that match a continuous rollout, and did not get its settings, gets them next. */
  Optional<RolloutPlan.Target> joining(RolloutRun continuous);

  /** What is seen without statistics. */
  Judgement atOnce(ReplicaRun replica);

  /**
   * @param significance how likely it may be that an unchanged one is said to be harmed
   */
  Judgement judge(ReplicaRun replica, double significance);

  /**
   * @param why a sentence
   */
  record Ended(OperationState state, String why) {}
}

package io.tutti.rollout.engine;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.parallelism.ParallelismRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationId;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.RolloutPlan.Setting;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An operation that a rollout wants for a replica, and that its record does not name yet. Pure.
 *
 * @param key the same whenever it is wanted again
 */
record Intent(ReplicaRun replica, Goal goal, String actor, String key) {

  static Optional<Intent> of(RolloutRun run, ReplicaRun replica) {
    if (replica.state() == ReplicaState.CHANGING && replica.change().isEmpty()) {
      return Optional.of(of(run, replica, change(run, replica), "change"));
    }
    if (replica.state() == ReplicaState.UNDOING && replica.undo().isEmpty()) {
      return Optional.of(of(run, replica, undo(run, replica), "undo-" + replica.attempts()));
    }
    return Optional.empty();
  }

  private static Intent of(RolloutRun run, ReplicaRun replica, Goal goal, String what) {
    return new Intent(
        replica,
        goal,
        "rollout:" + run.id(),
        "rollout/%s/%s/%s".formatted(run.id(), replica.target().address(), what));
  }

  /** The gates watch it afterwards, so the operation itself does not. */
  private static Goal change(RolloutRun run, ReplicaRun replica) {
    SortedMap<String, String> values = new TreeMap<>();
    for (Setting setting : replica.target().settings()) {
      values.put(setting.name(), setting.value());
    }
    return apply(run, replica, values)
        .forRollout(run.rollout().name())
        .toGoal(ParallelismRequest.APPLY);
  }

  private static ParallelismRequest apply(
      RolloutRun run, ReplicaRun replica, SortedMap<String, String> values) {
    return ParallelismRequest.apply(
            List.of(replica.target().address()), values, run.rollout().persist())
        .settling(Duration.ZERO);
  }

  private static Goal undo(RolloutRun run, ReplicaRun replica) {
    if (!replica.former().isEmpty()) {
      return apply(run, replica, replica.former()).toGoal(ParallelismRequest.APPLY);
    }
    SortedMap<String, String> names = new TreeMap<>();
    replica.target().settings().forEach(setting -> names.put(setting.name(), ""));
    return new ParallelismRequest(
            List.of(replica.target().address()),
            names,
            Optional.empty(),
            false,
            Duration.ZERO,
            ParallelismRequest.AT_ONCE_USUAL,
            Optional.empty())
        .toGoal(ParallelismRequest.UNDO);
  }

  ReplicaRun begunBy(OperationId operation) {
    return replica.state() == ReplicaState.CHANGING
        ? replica.changedBy(operation)
        : replica.undoneBy(operation);
  }

  /** Nothing was begun. What is in the way passes; else the change is wrong. */
  ReplicaRun refused(OrchestratorException refusal) {
    ErrorKind kind = refusal.code().kind();
    boolean passes = kind == ErrorKind.CONFLICT || kind == ErrorKind.UNREACHABLE;
    boolean isAskedAgain = passes || replica.state() == ReplicaState.UNDOING;
    return replica.in(isAskedAgain ? replica.state() : ReplicaState.FAILED, refusal.observed());
  }

  /** Whether a replica is to be changed, and nothing was begun for it. */
  static boolean isWanted(ReplicaRun replica) {
    return replica.state() == ReplicaState.CHANGING && replica.change().isEmpty();
  }
}

package io.tutti.rollout.engine;

import io.tutti.error.OrchestratorException;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationId;
import io.tutti.rollout.gate.Span;
import java.util.Optional;

/** The way of rollouts to operations. */
public interface RolloutOperations {

  /**
   * Begins an operation, or finds the one that was begun under that key.
   *
   * @throws OrchestratorException when it is refused; nothing was begun then
   */
  OperationId submit(Goal goal, String actor, String key);

  /** When an operation began and ended; its end is now while it goes on. */
  Span span(OperationId operation);

  /** How an operation ended; empty while it goes on. */
  Optional<RolloutFacts.Ended> ended(OperationId operation);
}

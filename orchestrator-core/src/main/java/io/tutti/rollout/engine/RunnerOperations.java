package io.tutti.rollout.engine;

import io.tutti.operation.OperationRunner;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.rollout.gate.Span;
import java.util.Optional;

/** The operations of this controller. */
record RunnerOperations(OperationRunner runner) implements RolloutOperations {

  @Override
  public OperationId submit(Goal goal, String actor, String key) {
    return runner.submit(goal, actor, Optional.of(key)).id();
  }

  @Override
  public Span span(OperationId operation) {
    return span(runner.require(operation));
  }

  Optional<Span> findSpan(OperationId operation) {
    return runner.find(operation).map(RunnerOperations::span);
  }

  private static Span span(Operation found) {
    return new Span(found.request().at(), found.changedAt());
  }

  @Override
  public Optional<RolloutFacts.Ended> ended(OperationId operation) {
    Operation found = runner.require(operation);
    return found.state().isAtRest()
        ? Optional.of(new RolloutFacts.Ended(found.state(), found.why().sentence()))
        : Optional.empty();
  }
}

package io.tutti.operation;

import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.StepProgress;
import io.tutti.spi.Deadline;
import java.util.List;
import java.util.stream.IntStream;

/** Looks whether a server that kept an operation stuck answers again. Journals nothing. */
record StuckProbe(OperationEngine engine) {

  /** Whether undoing would get further than it did. */
  boolean findsServerBack(Operation stuck) {
    List<Integer> left =
        IntStream.range(0, stuck.steps().size())
            .filter(index -> stuck.steps().get(index).state().mayHaveEffect())
            .boxed()
            .toList();
    boolean independent = stuck.plan().policy().coupling() == Plan.Coupling.INDEPENDENT;
    return left.isEmpty()
        || (independent
            ? left.stream().anyMatch(index -> answers(stuck, index))
            : answers(stuck, left.getLast()));
  }

  private boolean answers(Operation stuck, int index) {
    PlannedStep planned = stuck.plan().steps().get(index);
    StepProgress progress = stuck.steps().get(index);
    try {
      BoundStep<?> step = engine.kinds().bind(planned);
      Record before = progress.before().orElseThrow();
      Look look = new Look(stuck.id(), Deadline.after(planned.bounds().attemptMax()));
      if (step.isPointOfNoReturn() && step.isPassed(look, before)) {
        return true;
      }
      step.verifyUndone(look, before);
      return true;
    } catch (RuntimeException e) {
      return StepFailure.of(e).reason() != Reason.SERVER_UNREACHABLE;
    }
  }

  /** A look is nobody's progress. */
  private record Look(OperationId operation, Deadline deadline) implements StepContext {
    @Override
    public void progress(String message) {
      // Nobody follows a look.
    }

    @Override
    public boolean isCancelled() {
      return false;
    }
  }
}

package io.tutti.operation.fence;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.store.Fences;
import io.tutti.topology.Fence;

/** Forgets that a server is fenced, so that nothing fences it again. Undo keeps it as it was. */
record ReleaseStep(Fences fences, PlannedStep planned) implements Step {
  static final String KIND = "fence.release";

  ReleaseStep(FenceEnvironment environment, PlannedStep planned) {
    this(environment.fences(), planned);
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Parameters before(StepContext context) {
    return fences.find(planned.target()).map(FenceText::of).orElse(Parameters.NONE);
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    fences.remove(planned.target());
    return StepOutcome.done("A restart fences it no longer.");
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return Verdict.of(fences.find(planned.target()).isEmpty(), "The store says that it is fenced.");
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    if (!before.isEmpty()) {
      fences.save(FenceText.parse(planned.target(), before));
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    return Verdict.of(
        before.isEmpty() || fences.find(planned.target()).map(Fence::since).isPresent(),
        "The store does not say that it is fenced.");
  }
}

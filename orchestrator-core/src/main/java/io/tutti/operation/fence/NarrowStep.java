package io.tutti.operation.fence;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.store.Fences;
import io.tutti.topology.Fence;
import java.util.List;
import java.util.Optional;

/**
 * Keeps a server only from writes from then on, over its restarts: who reads may be admitted again.
 * Undo keeps it from all that it was kept from.
 */
record NarrowStep(Fences fences, PlannedStep planned) implements Step<NarrowStep.Before> {
  static final String KIND = "fence.narrow";

  /**
   * What it does.
   *
   * @param fence its id
   * @param variables that stay shut
   */
  record Work(String fence, List<String> variables) {
    Work {
      variables = List.copyOf(variables);
    }
  }

  /** What was there. */
  record Before(Fence fence) {}

  NarrowStep(FenceEnvironment environment, PlannedStep planned) {
    this(environment.fences(), planned);
  }

  private Work work() {
    return planned.work(Work.class);
  }

  private Optional<Fence> kept() {
    return fences.find(planned.target()).filter(kept -> kept.id().equals(work().fence()));
  }

  private Fence require() {
    return kept()
        .orElseThrow(() ->
            StepFailure.fatal(
                "%s is not fenced any more as it was, or was fenced again, after this was planned."
                    .formatted(planned.target()),
                Remedies.of(Acts.showInstance(planned.target()))));
  }

  @Override
  public void precondition(StepContext context) {
    require();
  }

  @Override
  public Before before(StepContext context) {
    return new Before(require());
  }

  private boolean isNarrow(Fence kept) {
    return work().variables().containsAll(kept.shut().keySet());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    fences.save(require().shuttingOnly(work().variables()));
    return StepOutcome.done("A restart keeps it from writes only.");
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(
        kept().filter(this::isNarrow).isPresent(), "The store says that it is fenced from all.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    kept().ifPresent(kept -> fences.save(before.fence().stopping(kept.receivers())));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(
        kept().filter(kept -> !kept.shut().equals(before.fence().shut())).isEmpty(),
        "The store does not say that it is fenced as it was.");
  }
}

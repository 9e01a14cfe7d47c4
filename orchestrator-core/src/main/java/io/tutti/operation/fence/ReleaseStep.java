package io.tutti.operation.fence;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.store.Fences;
import io.tutti.topology.Fence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Forgets that a server is fenced, so that nothing fences it again. A fence that was raised since
 * is another one, and stays. Undo keeps it as it was.
 */
record ReleaseStep(Fences fences, PlannedStep planned) implements Step<ReleaseStep.Before> {
  static final String KIND = "fence.release";

  record Before(Optional<Fence> fence) {}

  ReleaseStep(FenceEnvironment environment, PlannedStep planned) {
    this(environment.fences(), planned);
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  /** It was forgotten perhaps, and then what displaced this has fenced it. */
  @Override
  public void preconditionAgain(StepContext context, Before before) {
    Optional<Instant> lifted = before.fence().map(Fence::since);
    fences
        .find(planned.target())
        .map(Fence::since)
        .filter(since -> !lifted.equals(Optional.of(since)))
        .ifPresent(since -> {
          throw StepFailure.fatal(
              "%s was fenced again at %s, after this began. That fence stays."
                  .formatted(planned.target(), since),
              List.of(
                  "tutti crash unfence %s proves anew whether it may be lifted"
                      .formatted(planned.target())));
        });
  }

  @Override
  public Before before(StepContext context) {
    return new Before(fences.find(planned.target()));
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    fences.remove(planned.target());
    return StepOutcome.done("A restart fences it no longer.");
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(fences.find(planned.target()).isEmpty(), "The store says that it is fenced.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    before.fence().ifPresent(fences::save);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(
        before.fence().isEmpty() || fences.find(planned.target()).map(Fence::since).isPresent(),
        "The store does not say that it is fenced.");
  }
}

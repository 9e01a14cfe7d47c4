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
import java.util.Optional;

/**
 * Forgets that a server is fenced, so that nothing fences it again. A fence that was raised since
 * the lifting was planned is another one, and stays. Undo keeps it as it was; one that was raised
 * meanwhile restores, when it is lifted, what was before both.
 */
record ReleaseStep(Fences fences, PlannedStep planned) implements Step<ReleaseStep.Before> {
  static final String KIND = "fence.release";

  /**
   * What it does.
   *
   * @param fence the id of the one that is lifted
   */
  record Work(String fence) {}

  record Before(Optional<Fence> fence) {}

  ReleaseStep(FenceEnvironment environment, PlannedStep planned) {
    this(environment.fences(), planned);
  }

  private Optional<Fence> kept() {
    return fences.find(planned.target());
  }

  private boolean isToBeLifted(Fence kept) {
    return kept.id().equals(planned.work(Work.class).fence());
  }

  @Override
  public void precondition(StepContext context) {
    kept()
        .filter(kept -> !isToBeLifted(kept))
        .ifPresent(other -> {
          throw StepFailure.fatal(
              "%s was fenced again%s, after this was planned. That fence stays."
                  .formatted(planned.target(), other.why().map(" (%s)"::formatted).orElse("")),
              Remedies.of(
                  "%s proves again whether it may be lifted", Acts.unfence(planned.target())));
        });
  }

  @Override
  public Before before(StepContext context) {
    return new Before(kept());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    fences.remove(planned.target());
    return StepOutcome.done("A restart fences it no longer.");
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(kept().isEmpty(), "The store says that it is fenced.");
  }

  private static Fence putBack(Fence was, Optional<Fence> kept) {
    return kept.filter(each -> !each.isSame(was))
        .map(other -> other.raisedWhileLifting(was))
        .or(() -> kept)
        .orElse(was);
  }

  @Override
  public void undo(StepContext context, Before before) {
    before.fence().ifPresent(was -> fences.save(putBack(was, kept())));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    Optional<Fence> kept = kept();
    return Verdict.of(
        before.fence().map(was -> putBack(was, kept)).equals(kept) || before.fence().isEmpty(),
        "The store does not say that it is fenced as it was.");
  }
}

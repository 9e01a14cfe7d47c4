package io.tutti.operation.promotion;

import io.tutti.crash.Incident;
import io.tutti.crash.Incident.Replacement;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import java.time.Instant;
import java.util.Optional;

/** Keeps with an incident who took the server's place. Undo forgets it. */
final class RecordReplacementStep implements Step<RecordReplacementStep.Before> {
  static final String KIND = "promotion.record";

  /**
   * What it does.
   *
   * @param by who took the place
   */
  record Work(String incident, InstanceAddress by) {}

  record Before(Instant at) {}

  private final PromotionEnvironment environment;
  private final String incident;
  private final InstanceAddress by;

  RecordReplacementStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    Work work = planned.work(Work.class);
    this.incident = work.incident();
    this.by = work.by();
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(environment.clock().instant());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    environment
        .incidents()
        .replaced(
            incident,
            Optional.of(new Replacement(before.at(), by, context.operation().toString())));
    return StepOutcome.done("The incident says so.");
  }

  private boolean isKept() {
    return environment
        .incidents()
        .find(incident)
        .flatMap(Incident::replacement)
        .filter(kept -> kept.by().equals(by))
        .isPresent();
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(isKept(), "The incident does not say so.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    environment.incidents().replaced(incident, Optional.empty());
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(!isKept(), "The incident still says so.");
  }
}

package io.tutti.operation.rebuild;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.RebuildMark;
import java.time.Instant;
import java.util.Optional;

/** Keeps that a server is to be rebuilt. Undo keeps what was kept before. */
final class MarkStep implements Step<MarkStep.Before> {
  static final String KIND = "rebuild.mark";

  /**
   * What it does.
   *
   * @param donor that was chosen to be copied
   */
  record Work(Optional<InstanceAddress> donor, Optional<String> why) {}

  /**
   * What was there.
   *
   * @param since when it is marked, where it was not before
   */
  record Before(Instant since, Optional<RebuildMark> was) {}

  private final RebuildEnvironment environment;
  private final PlannedStep planned;

  MarkStep(RebuildEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
  }

  private Optional<RebuildMark> kept() {
    return environment.marks().find(planned.target());
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(environment.clock().instant(), kept());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    Optional<RebuildMark> was = before.was();
    Work work = planned.work(Work.class);
    environment
        .marks()
        .save(
            new RebuildMark(
                planned.target(),
                was.map(RebuildMark::since).orElse(before.since()),
                work.why().or(() -> was.flatMap(RebuildMark::why)),
                work.donor().or(() -> was.flatMap(RebuildMark::donor))));
    return StepOutcome.done("Nothing else is done to it until it is rebuilt.");
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(kept().isPresent(), "The store does not say so.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    before
        .was()
        .ifPresentOrElse(
            environment.marks()::save, () -> environment.marks().remove(planned.target()));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(kept().equals(before.was()), "The store still says so.");
  }
}

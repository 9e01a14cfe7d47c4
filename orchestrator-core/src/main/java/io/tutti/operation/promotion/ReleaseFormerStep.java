package io.tutti.operation.promotion;

import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.util.List;

/**
 * Forgets that a former source is to be shut again after a restart, once it replicates from the new
 * one. One that does not stays kept shut: it would be a second one that takes writes.
 */
final class ReleaseFormerStep extends OptionalStep<Nothing> {
  static final String KIND = "switchover.release";

  /** What it does; the one that it is to replicate from. */
  record Work(InstanceAddress source) {}

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final InstanceAddress source;

  ReleaseFormerStep(PromotionEnvironment environment, PlannedStep planned) {
    super(environment.channels().pauses());
    this.environment = environment;
    this.target = planned.target();
    this.source = planned.work(Work.class).source();
  }

  static PlannedStep planned(InstanceAddress former, InstanceAddress source) {
    return PlannedStep.of(
            KIND,
            former,
            "fence",
            new Work(source),
            "forget that %s is to be shut again after a restart".formatted(former))
        .affecting();
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  private boolean isKept() {
    return environment
        .fences()
        .find(target)
        .filter(kept -> kept.id().equals(HandOverStep.FENCE))
        .isPresent();
  }

  @Override
  protected StepOutcome attempt(StepContext context, Nothing before) {
    if (!isKept()) {
      return StepOutcome.alreadyDone("It is not kept shut any more.");
    }
    if (!replicates(context)) {
      throw StepFailure.fatal("it does not replicate from %s.".formatted(source), Remedies.none());
    }
    environment.fences().remove(target);
    return StepOutcome.done("A restart shuts it no longer.");
  }

  private boolean replicates(StepContext context) {
    try (Session former = environment.servers().open(target, context.deadline())) {
      return former.readChannels(context.deadline()).channels().asOptional().stream()
          .flatMap(List::stream)
          .map(Channel::source)
          .anyMatch(source::equals);
    }
  }

  @Override
  protected String left(StepContext context, Nothing before, String why) {
    return "%s stays shut, also after a restart: %s Remedy: rejoin it below %s."
        .formatted(target, why, source);
  }

  @Override
  protected Verdict shown(StepContext context, Nothing before) {
    return Verdict.of(!isKept(), "The store says that %s is kept shut.".formatted(target));
  }

  /** Whoever is shut stays so. */
  @Override
  public void undo(StepContext context, Nothing before) {}

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}

package io.tutti.operation.parallelism;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Tries;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.store.KeptSettings;
import java.util.Optional;

/**
 * Gives a server the settings of the role that it has taken. Clients are served by then, so what it
 * does not take ends nothing: it gets back what it had, and that is reported.
 */
final class CarryStep extends OptionalStep<CarryStep.Before> {
  static final String KIND = "parallelism.carry";

  /**
   * What it does.
   *
   * @param kept what is kept of its settings from then on
   */
  record Work(ChangeStep.Work change, KeptSettings.Settings kept) {}

  /**
   * What was there.
   *
   * @param change empty where it could not be found out
   * @param left why it is left then
   */
  record Before(Optional<ChangeStep.Before> change, KeptSettings.Settings kept, String left)
      implements ChangesByOthers.Within {
    @Override
    public ChangesByOthers stays() {
      return change.map(ChangeStep.Before::stays).orElse(ChangesByOthers.NONE);
    }
  }

  private final ParallelismEnvironment environment;
  private final PlannedStep planned;
  private final Work work;
  private final ChangeStep step;

  CarryStep(ParallelismEnvironment environment, PlannedStep planned) {
    super(environment.pauses());
    this.environment = environment;
    this.planned = planned;
    this.work = planned.work(Work.class);
    this.step =
        new ChangeStep(environment, planned.withKind(ChangeStep.KIND).withWork(work.change()));
  }

  @Override
  public Before before(StepContext context) {
    KeptSettings.Settings kept = environment.kept().load(planned.target());
    try {
      return new Before(
          Optional.of(
              tries()
                  .persistently(
                      context,
                      () -> {
                        step.precondition(context);
                        return step.before(context);
                      })),
          kept,
          "");
    } catch (StepFailure | OrchestratorException e) {
      return new Before(Optional.empty(), kept, Tries.said(e));
    }
  }

  @Override
  protected StepOutcome attempt(StepContext context, Before before) {
    return before
        .change()
        .map(found -> set(context, found))
        .orElseGet(() -> StepOutcome.alreadyDone(leftOut(before.left())));
  }

  private StepOutcome set(StepContext context, ChangeStep.Before found) {
    StepOutcome set = step.run(context, found);
    if (step.verify(context, found) instanceof Verdict.Lacks(String observed)) {
      throw StepFailure.passing(observed);
    }
    save(work.kept());
    return set;
  }

  @Override
  protected String left(StepContext context, Before before, String why) {
    return leftOut(why) + before.change().map(found -> " " + restored(context, found)).orElse("");
  }

  private static String leftOut(String why) {
    return "It was left out: " + why;
  }

  private String restored(StepContext context, ChangeStep.Before found) {
    try {
      return tries()
          .persistently(
              context,
              () -> {
                ChangeStep.Before now = step.staying(context, found);
                if (step.verifyUndone(context, now) instanceof Verdict.Lacks) {
                  step.undo(context, now);
                  if (step.verifyUndone(context, now) instanceof Verdict.Lacks(String observed)) {
                    throw StepFailure.passing(observed);
                  }
                }
                return "It has what it had.";
              });
    } catch (StepFailure | OrchestratorException e) {
      return "What it has now is not as before: " + Tries.said(e);
    }
  }

  private void save(KeptSettings.Settings settings) {
    if (!kept().equals(settings.withoutProcess())) {
      environment
          .kept()
          .save(planned.target(), new KeptSettings.Kept(settings, environment.clock().instant()));
    }
  }

  private KeptSettings.Settings kept() {
    return environment.kept().load(planned.target()).withoutProcess();
  }

  @Override
  protected Verdict shown(StepContext context, Before before) {
    return before
        .change()
        .map(found -> step.verify(context, found))
        .orElseGet(() -> Verdict.lacks(before.left()));
  }

  @Override
  public Before staying(StepContext context, Before before) {
    return new Before(
        before.change().map(found -> step.staying(context, found)), before.kept(), before.left());
  }

  @Override
  public void undo(StepContext context, Before before) {
    before
        .change()
        .ifPresent(found -> {
          step.undo(context, found);
          save(before.kept());
        });
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    Verdict shown =
        before.change().map(found -> step.verifyUndone(context, found)).orElseGet(Verdict::holds);
    return shown instanceof Verdict.Holds
        ? Verdict.of(
            kept().equals(before.kept().withoutProcess()), "The store keeps " + kept() + ".")
        : shown;
  }
}

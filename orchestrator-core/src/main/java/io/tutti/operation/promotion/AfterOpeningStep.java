package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.Pauses;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepKind;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;

/**
 * A step after the new source takes writes. Its failure takes back nothing, as that cannot be taken
 * back, and keeps none of the steps after it from being done: it is tried for a while, and what
 * cannot be done is left, and named with what a person does about it.
 */
final class AfterOpeningStep<B extends Record> extends OptionalStep<B> {
  /** Ends the stopped channel from the former source. */
  static final String REMOVE = "promotion.remove-afterwards";

  /** Stops the channel from the former source. */
  static final String STOP = "switchover.stop-afterwards";

  /** Waits until the former source has what the new one has. */
  static final String LEVEL = "switchover.level-afterwards";

  /** Lets the former source replicate from the new one. */
  static final String ATTACH = "switchover.attach-afterwards";

  /** Whose failure ends nothing. */
  private final Step<B> step;

  private final InstanceAddress target;
  private final String remedy;

  private AfterOpeningStep(Pauses pauses, Step<B> step, InstanceAddress target, String remedy) {
    super(pauses);
    this.step = step;
    this.target = target;
    this.remedy = remedy;
  }

  /**
   * The same as another kind, after the opening.
   *
   * @param remedy for who finds it undone
   */
  static <B extends Record> StepKind<B> kind(
      String name, StepKind<B> inner, Pauses pauses, String remedy) {
    return StepKind.of(
        name,
        inner.work(),
        inner.before(),
        planned ->
            new AfterOpeningStep<>(
                pauses, inner.binding().apply(planned), planned.target(), remedy));
  }

  @Override
  public B before(StepContext context) {
    return step.before(context);
  }

  @Override
  protected StepOutcome attempt(StepContext context, B before) {
    if (!(step instanceof ChangesNothing)
        && step.verify(context, before) instanceof Verdict.Holds) {
      return StepOutcome.alreadyDone("It is done.");
    }
    step.preconditionAgain(context, before);
    StepOutcome outcome = step.run(context, before);
    if (step.verify(context, before) instanceof Verdict.Lacks(String observed)) {
      throw StepFailure.passing(observed);
    }
    return outcome;
  }

  @Override
  protected String left(StepContext context, B before, String why) {
    return "Not done on %s, and nothing else waits for it: %s Remedy: %s."
        .formatted(target, why, remedy);
  }

  @Override
  protected Verdict shown(StepContext context, B before) {
    return step.verify(context, before);
  }

  @Override
  public void undo(StepContext context, B before) {
    step.undo(context, before);
  }

  @Override
  public Verdict verifyUndone(StepContext context, B before) {
    return step.verifyUndone(context, before);
  }
}

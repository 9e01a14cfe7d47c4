package io.tutti.operation;

import io.tutti.error.OrchestratorException;

/**
 * A step whose failure ends nothing, as clients are served without it: it is tried for a while, and
 * what cannot be done is left, and reported. What becomes of it later is seen by those who watch
 * it: only what was not tried in this run of the step is verified.
 */
public abstract class OptionalStep<B extends Record> implements Step<B> {
  private final Tries tries;

  /** Whether this run of the step has done what can be done about it. */
  private boolean wasTried;

  protected OptionalStep(Pauses pauses) {
    this.tries = new Tries(pauses);
  }

  /**
   * Does it, and reads that it is done; may come again after it failed.
   *
   * @throws StepFailure where it is not done, as {@link OrchestratorException}
   */
  protected abstract StepOutcome attempt(StepContext context, B before);

  /** What is left so, as a sentence for people. */
  protected abstract String left(StepContext context, B before, String why);

  /** Whether the server shows that it is done. */
  protected abstract Verdict shown(StepContext context, B before);

  protected final Tries tries() {
    return tries;
  }

  /** Whether it can is seen when it is tried. */
  @Override
  public final void precondition(StepContext context) {}

  @Override
  public final StepOutcome run(StepContext context, B before) {
    StepOutcome outcome = tried(context, before);
    wasTried = true;
    return outcome;
  }

  private StepOutcome tried(StepContext context, B before) {
    try {
      return tries.persistently(context, () -> attempt(context, before));
    } catch (StoppedActing e) {
      throw e;
    } catch (RuntimeException e) {
      return StepOutcome.left(left(context, before, Tries.said(e, context)));
    }
  }

  @Override
  public final Verdict verify(StepContext context, B before) {
    if (wasTried || context.wasDone()) {
      return Verdict.holds();
    }
    try {
      return shown(context, before);
    } catch (StepFailure | OrchestratorException e) {
      return Verdict.lacks(Tries.said(e));
    }
  }
}

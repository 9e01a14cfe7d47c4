package io.tutti.operation;

import io.tutti.plan.Parameters;

/**
 * The code of one planned step. Idempotent: a crash may have run it already. Fails by throwing a
 * {@link StepFailure}, or an {@code OrchestratorException}, which is taken for what its kind says.
 */
public interface Step {

  /**
   * Refuses when the server is in a state in which the step must not be run.
   *
   * @throws StepFailure blocked where waiting may help, fatal where it cannot
   */
  void precondition(StepContext context);

  /**
   * The same for a step that was begun before, by a controller that was killed perhaps: its own
   * effect may be there already, whole or in part.
   */
  default void preconditionAgain(StepContext context, Parameters before) {
    precondition(context);
  }

  /**
   * Reads from the server all that undoing the step needs. Journaled before anything is changed;
   * never a secret.
   */
  Parameters before(StepContext context);

  StepOutcome run(StepContext context, Parameters before);

  /** Reads the server again, as an OK to a statement proves nothing. */
  Verdict verify(StepContext context, Parameters before);

  /**
   * Reads from the server what somebody else has done to it since this step was done, and puts that
   * in the place of what was there ({@link Stays}): undoing then leaves it. Asked before each
   * attempt to undo.
   */
  default Parameters staying(StepContext context, Parameters before) {
    return before;
  }

  /** Puts back what was there. */
  void undo(StepContext context, Parameters before);

  /** Reads the server again: does it show exactly what was there? */
  Verdict verifyUndone(StepContext context, Parameters before);
}

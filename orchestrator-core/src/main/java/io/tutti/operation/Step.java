package io.tutti.operation;

/**
 * The code of one planned step. Idempotent: a crash may have run it already. Fails by throwing a
 * {@link StepFailure}, or an {@code OrchestratorException}, which is taken for what its kind says.
 *
 * @param <B> what was there before it
 */
public interface Step<B extends Record> {

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
  default void preconditionAgain(StepContext context, B before) {
    precondition(context);
  }

  /**
   * Reads from the server all that undoing the step needs. Journaled before anything is changed;
   * never a secret.
   */
  B before(StepContext context);

  /** Whether clients are served by another one from then on, so that nothing is undone. */
  default boolean isPointOfNoReturn() {
    return false;
  }

  /**
   * Of a point of no return that was begun, whatever came of that: whether its server shows that
   * clients may be served by another one since.
   *
   * @throws StepFailure where that cannot be told, as {@code OrchestratorException}
   */
  default boolean isPassed(StepContext context, B before) {
    return false;
  }

  StepOutcome run(StepContext context, B before);

  /** Reads the server again, as an OK to a statement proves nothing. */
  Verdict verify(StepContext context, B before);

  /**
   * Reads from the server what somebody else has done to it since this step was done, and puts that
   * in the place of what was there ({@link ChangesByOthers}): undoing then leaves it. Asked before
   * each attempt to undo.
   */
  default B staying(StepContext context, B before) {
    return before;
  }

  /** Puts back what was there. */
  void undo(StepContext context, B before);

  /** Reads the server again: does it show exactly what was there? */
  Verdict verifyUndone(StepContext context, B before);
}

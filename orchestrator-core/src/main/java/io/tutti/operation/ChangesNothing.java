package io.tutti.operation;

import io.tutti.plan.Nothing;

/** A step that waits, looks, or says something: there is nothing to undo. */
public interface ChangesNothing extends Step<Nothing> {
  @Override
  default void precondition(StepContext context) {
    // It changes nothing.
  }

  @Override
  default Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  default Verdict verify(StepContext context, Nothing before) {
    return Verdict.holds();
  }

  @Override
  default void undo(StepContext context, Nothing before) {
    // It has changed nothing.
  }

  @Override
  default Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}

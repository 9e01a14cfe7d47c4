package io.tutti.plan;

/** The state of one step, as far as the journal knows: the server may be one move ahead. */
public enum StepState {
  /** Not begun; the server was not touched by it. */
  PENDING,
  /** Journaled, about to run or running: the server may have changed or not. */
  RUNNING,
  /** Run, and verified on the server. */
  DONE,
  /** Journaled, about to be restored. */
  UNDOING,
  /** Put back, and verified on the server. */
  UNDONE;

  /** Whether the server may show its effect. */
  public boolean mayHaveEffect() {
    return this == RUNNING || this == DONE || this == UNDOING;
  }
}

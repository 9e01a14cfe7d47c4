package io.tutti.rollout;

/** What is done when a gate stops a wave, or a change fails. In each case nothing goes on. */
public enum OnFailure {
  /** Nothing; a person decides. */
  PAUSE,
  /** That wave is undone; earlier ones are kept. */
  UNDO_WAVE,
  /** All waves are undone. */
  UNDO_ALL
}

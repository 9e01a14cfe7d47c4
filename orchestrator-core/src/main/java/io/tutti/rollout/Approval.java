package io.tutti.rollout;

/** When a person is asked. */
public enum Approval {
  NONE,
  /** Before the first wave. */
  FIRST,
  /** Before each wave. */
  EACH
}

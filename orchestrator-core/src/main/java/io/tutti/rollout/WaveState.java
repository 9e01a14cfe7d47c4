package io.tutti.rollout;

/** Where a wave stands. */
public enum WaveState {
  PENDING,
  /** Its replicas are being changed. */
  RUNNING,
  /** All were changed; it is watched. */
  SOAKING,
  KEPT,
  /** A gate, or a change that failed, stopped it. */
  STOPPED,
  UNDOING,
  UNDONE,
  /** It was never begun, as its rollout has ended. */
  DROPPED
}

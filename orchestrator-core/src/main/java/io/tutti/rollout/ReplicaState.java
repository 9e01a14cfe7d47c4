package io.tutti.rollout;

/** Where one server of a rollout stands. */
public enum ReplicaState {
  PENDING,
  /** Something that passes is in the way. */
  WAITING,
  /** An operation changes it. */
  CHANGING,
  /** It was changed, and is watched with its wave. */
  SOAKING,
  KEPT,
  /** An operation undoes the change. */
  UNDOING,
  UNDONE,
  LEFT_OUT,
  /** Its operation failed; that has undone what it did, or is stuck and says so. */
  FAILED
}

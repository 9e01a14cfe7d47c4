package io.tutti.rollout;

/** What a person can have a rollout do. */
public enum RolloutAct {
  /** What runs is finished; nothing else begins. */
  PAUSE,
  RESUME,
  /** What runs is finished; nothing else begins, ever; what was changed stays so. */
  ABORT,
  /** Everything that it changed becomes as it was. */
  UNDO,
  /** It goes on where it asked. */
  APPROVE
}

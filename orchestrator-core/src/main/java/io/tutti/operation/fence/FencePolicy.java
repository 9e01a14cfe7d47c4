package io.tutti.operation.fence;

import io.tutti.crash.CrashJudgement;

/** Which sources are fenced without being asked for, after a restart. */
public enum FencePolicy {
  /** None: a person or a program decides by the incident. */
  OFF,
  /** Those that lost commits. */
  LOSSY,
  /** Those that may have lost commits, too. */
  SUSPECT;

  /** Whether a restart that was judged so is followed by a fence. */
  boolean wants(CrashJudgement.Cost cost) {
    return switch (this) {
      case OFF -> false;
      case LOSSY -> cost == CrashJudgement.Cost.COMMITS;
      case SUSPECT -> cost.isSuspect();
    };
  }
}

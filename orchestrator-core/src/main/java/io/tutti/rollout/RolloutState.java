package io.tutti.rollout;

/** Where a rollout stands. */
public enum RolloutState {
  /** It has not begun: its time has not come. */
  SCHEDULED(false),
  /** It waits for a person: an approval, or a wave that could not be judged. */
  ASKING(false),
  RUNNING(false),
  /** A wave is over, and no window is open. */
  WAITING(false),
  /** A person, a gate or a failure stopped it; a person decides. */
  PAUSED(false),
  UNDOING(false),
  /** All waves are kept, and it waits for servers that match later. */
  CONTINUOUS(false),
  /** All waves are kept. */
  KEPT(true),
  /** All that it changed is undone. */
  UNDONE(true),
  /** A person ended it; what was changed stays so. */
  ABORTED(true);

  private final boolean isEnd;

  RolloutState(boolean isEnd) {
    this.isEnd = isEnd;
  }

  public boolean isEnd() {
    return isEnd;
  }
}

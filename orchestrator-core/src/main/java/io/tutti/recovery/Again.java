package io.tutti.recovery;

import java.time.Duration;
import java.time.Instant;

/**
 * When something that was hindered is tried again: what has hindered it for a moment soon, what has
 * done so for long now and then. A hindrance that passes so costs a quarter of its own time more,
 * and never more than {@code pauseMax}.
 *
 * @param since when it was tried first
 * @param next when it is tried again
 */
record Again(Instant since, Instant next) {
  static final Duration PAUSE_MIN = Duration.ofMillis(200);

  private static final int PART = 4;

  /** At once. */
  static Again now(Instant now) {
    return new Again(now, now);
  }

  boolean isDue(Instant now) {
    return !next.isAfter(now);
  }

  /** After it was hindered once more. */
  Again after(Instant hinderedAt, Duration pauseMax) {
    Duration pause = Duration.between(since, hinderedAt).dividedBy(PART);
    if (pause.compareTo(PAUSE_MIN) < 0) {
      pause = PAUSE_MIN;
    }
    return new Again(since, hinderedAt.plus(pause.compareTo(pauseMax) < 0 ? pause : pauseMax));
  }

  /** Something came that may have ended what hinders it. */
  Again atOnce(Instant now) {
    return new Again(since, next.isBefore(now) ? next : now);
  }

  /** Looked at again then, without having been hindered. */
  Again at(Instant then) {
    return new Again(since, then);
  }
}

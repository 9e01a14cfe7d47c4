package io.tutti.operation;

import java.time.Duration;

/**
 * When to look again at what is waited for: most of it comes within milliseconds, so soon at first,
 * and then less and less often.
 */
public final class Looks {
  private static final Duration FIRST = Duration.ofMillis(5);
  private static final Duration LONGEST = Duration.ofMillis(200);

  private Duration next = FIRST;
  private Duration waited = Duration.ZERO;

  /** How long to wait until the next one; it counts as waited. */
  public Duration next() {
    Duration now = next;
    Duration twice = now.multipliedBy(2);
    next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    waited = waited.plus(now);
    return now;
  }

  /** Whether it was waited for that long. */
  public boolean haveTaken(Duration most) {
    return waited.compareTo(most) > 0;
  }
}

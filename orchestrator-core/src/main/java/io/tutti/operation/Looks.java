package io.tutti.operation;

import java.time.Duration;

/**
 * When to look again at what is waited for: most of it comes within milliseconds, so soon at first,
 * and then less and less often. What has come is seen after a quarter more of the time at most.
 */
public final class Looks {
  private static final Duration SHORTEST = Duration.ofMillis(5);
  private static final Duration LONGEST = Duration.ofMillis(200);
  private static final int SOONER = 4;

  private Duration waited = Duration.ZERO;

  /** How long to wait until the next one; it counts as waited. */
  public Duration next() {
    Duration next = waited.dividedBy(SOONER);
    next = next.compareTo(SHORTEST) < 0 ? SHORTEST : next;
    next = next.compareTo(LONGEST) > 0 ? LONGEST : next;
    waited = waited.plus(next);
    return next;
  }

  /** Whether it was waited for that long. */
  public boolean haveTaken(Duration most) {
    return waited.compareTo(most) > 0;
  }
}

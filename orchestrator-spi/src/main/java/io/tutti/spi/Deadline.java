package io.tutti.spi;

import java.time.Duration;

/** A point in time after which an answer is of no use. Counts on the monotonic clock. */
public final class Deadline {
  private final long atNanos;

  private Deadline(long atNanos) {
    this.atNanos = atNanos;
  }

  public static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /**
   * This deadline, or one {@code cap} from now when that is earlier: a bound for one statement of
   * many.
   */
  public Deadline within(Duration cap) {
    Deadline capped = after(cap);
    return capped.atNanos - atNanos < 0 ? capped : this;
  }

  /** What is left, never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, atNanos - System.nanoTime()));
  }

  /** What is left in whole milliseconds, at least 1, as drivers read 0 as "for ever". */
  public int remainingMillis() {
    return (int) Math.clamp(remaining().toMillis(), 1, Integer.MAX_VALUE);
  }

  public boolean isExpired() {
    return atNanos - System.nanoTime() <= 0;
  }

  @Override
  public String toString() {
    return "in " + remaining();
  }
}

package io.tutti.recovery;

import java.time.Duration;
import java.time.Instant;

/**
 * How often what does not succeed is tried again.
 *
 * @param pauseMax the longest pause after it was refused, or has failed
 * @param between from one operation to the next of the same case, at least
 * @param failedForLong the pause once it has failed for {@link #LONG}
 */
public record BackOff(Duration pauseMax, Duration between, Duration failedForLong) {
  private static final Duration LONG = Duration.ofHours(1);

  public static BackOff upTo(Duration pauseMax) {
    return new BackOff(pauseMax, Duration.ZERO, pauseMax);
  }

  public BackOff withBetween(Duration atLeast) {
    return new BackOff(pauseMax, atLeast, failedForLong);
  }

  public BackOff withFailedForLong(Duration pause) {
    return new BackOff(pauseMax, between, pause);
  }

  Again afterRefusal(Again again, Instant now) {
    return again.after(now, pauseMax);
  }

  Again afterFailure(Again again, Instant now) {
    boolean isLong = again.since().plus(LONG).isBefore(now);
    return again.after(now, isLong ? failedForLong : pauseMax);
  }
}

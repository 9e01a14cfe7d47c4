package io.tutti.plugins.sql;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Times as {@code UNIX_TIMESTAMP(…(6))} prints them, free of time zones and driver quirks. */
public final class Times {
  private Times() {}

  /** Seconds since 1970 with a fraction; empty for the zero date, which means "never". */
  public static Optional<Instant> find(String seconds) {
    if (seconds.isEmpty()) {
      return Optional.empty();
    }
    Instant instant = parse(seconds);
    return instant.equals(Instant.EPOCH) ? Optional.empty() : Optional.of(instant);
  }

  /**
   * Seconds since 1970 with a fraction.
   *
   * @throws NumberFormatException when it is no number
   */
  public static Instant parse(String seconds) {
    BigDecimal value = new BigDecimal(seconds);
    long whole = value.longValue();
    long nanos = value.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue();
    return Instant.ofEpochSecond(whole, nanos);
  }

  /** From one time to a later one; zero when the clocks that reported them disagree. */
  public static Duration since(Instant earlier, Instant now) {
    Duration age = Duration.between(earlier, now);
    return age.isNegative() ? Duration.ZERO : age;
  }
}

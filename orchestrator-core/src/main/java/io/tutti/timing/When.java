package io.tutti.timing;

import java.time.Instant;
import java.time.ZoneId;

/** When something is due. */
public sealed interface When {

  /** Once. */
  record Once(Instant at) implements When {
    @Override
    public String toString() {
      return "at " + at;
    }
  }

  /**
   * Again and again.
   *
   * @param cron minute, hour, day of the month, month, day of the week, as crontab(5) has them
   * @param zone whose clock counts
   */
  record Repeated(String cron, ZoneId zone) implements When {
    @Override
    public String toString() {
      return "%s (%s)".formatted(cron, zone);
    }
  }
}

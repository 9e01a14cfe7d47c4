package io.tutti.cli.render;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as people read them. */
public final class Times {
  private Times() {}

  /** To the second, in UTC: {@code 2026-11-23T08:41:12Z}. */
  public static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}

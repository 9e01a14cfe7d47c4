package io.tutti.topology;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * That a server, or a cluster, is worked on: what is found of it meanwhile is expected.
 *
 * @param owner who works on it
 * @param by who said so
 */
public record Downtime(
    Extent of, String owner, String reason, String by, Instant beganAt, Instant until) {

  public boolean isOver(Instant now) {
    return !now.isBefore(until);
  }

  /** Of its server, without a full stop. */
  public String sentence() {
    return "It is in downtime until %s (%s: %s)"
        .formatted(until.truncatedTo(ChronoUnit.SECONDS), owner, reason);
  }
}

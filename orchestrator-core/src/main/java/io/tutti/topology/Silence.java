package io.tutti.topology;

import java.time.Instant;
import java.util.Optional;

/**
 * That somebody knows of the findings of a code, so that they are not counted.
 *
 * @param code its name
 * @param until empty for an acknowledgement that ends with its findings
 */
public record Silence(
    Kind kind,
    String code,
    Extent of,
    String by,
    String reason,
    Instant at,
    Optional<Instant> until) {

  /** What of them is not counted. */
  public enum Kind {
    /** Those that were there: one that ends and begins again counts. */
    ACKNOWLEDGED,
    /** All, until a time. */
    MUTED
  }

  public boolean isOver(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isPresent();
  }
}

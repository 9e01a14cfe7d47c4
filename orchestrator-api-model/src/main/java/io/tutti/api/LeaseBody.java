package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Another lease of a backup session.
 *
 * @param ttl from now on
 */
public record LeaseBody(Optional<Duration> ttl) implements Body {
  /** Nothing of it is said. */
  public static final LeaseBody NONE = new LeaseBody(Optional.empty());
}

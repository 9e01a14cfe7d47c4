package io.tutti.api;

import java.util.Optional;

/**
 * How a source that lost its place is to become a replica.
 *
 * @param below from whom it is to replicate; without it from who has its place
 * @param dryRun only say what would be done
 */
public record RejoinBody(Optional<String> below, Optional<Boolean> dryRun) implements Body {
  /** Nothing of it is said. */
  public static final RejoinBody NONE = new RejoinBody(Optional.empty(), Optional.empty());
}

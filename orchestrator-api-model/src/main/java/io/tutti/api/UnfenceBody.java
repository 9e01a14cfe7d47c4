package io.tutti.api;

import java.util.Optional;

/**
 * How a fence is lifted.
 *
 * @param force whether nothing is to be proved first; then {@code why} is needed
 */
public record UnfenceBody(Optional<Boolean> force, Optional<String> why, Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final UnfenceBody NONE =
      new UnfenceBody(Optional.empty(), Optional.empty(), Optional.empty());
}

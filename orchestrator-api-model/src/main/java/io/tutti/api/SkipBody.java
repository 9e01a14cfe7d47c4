package io.tutti.api;

import java.util.Optional;

/**
 * Which transaction to leave out.
 *
 * @param gtid its name; without it the one that fails
 * @param channel over which it came; needed where there are several
 * @param dryRun only say what would be done, and what the transaction does
 */
public record SkipBody(Optional<String> gtid, Optional<String> channel, Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final SkipBody NONE =
      new SkipBody(Optional.empty(), Optional.empty(), Optional.empty());
}

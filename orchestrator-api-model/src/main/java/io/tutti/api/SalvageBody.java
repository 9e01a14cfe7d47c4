package io.tutti.api;

import java.util.Optional;

/**
 * How to salvage.
 *
 * @param dryRun only say what would be done
 */
public record SalvageBody(Optional<Boolean> dryRun) implements Body {
  /** Nothing of it is said. */
  public static final SalvageBody NONE = new SalvageBody(Optional.empty());
}

package io.tutti.api;

import java.util.Optional;

/**
 * That the errant transactions of a replica are to count as executed on its source.
 *
 * @param dryRun only say what would be done
 */
public record ErrantBody(Optional<Boolean> dryRun) implements Body {
  /** Nothing of it is said. */
  public static final ErrantBody NONE = new ErrantBody(Optional.empty());
}

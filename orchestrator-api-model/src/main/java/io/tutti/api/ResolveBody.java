package io.tutti.api;

import java.util.Optional;

/**
 * How to resolve an incident.
 *
 * @param dryRun only say what would be done
 * @param promote which replica is to take the server's place; without it the best
 */
public record ResolveBody(Optional<Boolean> dryRun, Optional<String> promote) implements Body {
  /** Nothing of it is said. */
  public static final ResolveBody NONE = new ResolveBody(Optional.empty(), Optional.empty());
}

package io.tutti.api;

import java.util.Optional;

/**
 * Why an instance is fenced.
 *
 * @param incident the crash it belongs to
 */
public record FenceBody(Optional<String> why, Optional<String> incident, Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final FenceBody NONE =
      new FenceBody(Optional.empty(), Optional.empty(), Optional.empty());
}

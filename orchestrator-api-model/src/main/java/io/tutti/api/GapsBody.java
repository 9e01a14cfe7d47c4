package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How to close gaps.
 *
 * @param channel whose; without it all
 * @param rowRepaired whether the rows that a failed worker stumbled over were repaired
 * @param applierNotStopped whether no applier was stopped while it closed gaps, since the server
 *     was started
 * @param deadline how long one channel may take
 * @param dryRun only say what would be done
 */
public record GapsBody(
    Optional<String> channel,
    Optional<Boolean> rowRepaired,
    Optional<Boolean> applierNotStopped,
    Optional<Duration> deadline,
    Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final GapsBody NONE =
      new GapsBody(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}

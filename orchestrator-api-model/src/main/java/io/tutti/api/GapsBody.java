package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How to close gaps.
 *
 * @param channel whose; without it all
 * @param mended whether the rows that a failed worker stumbled over were mended
 * @param uninterrupted whether no applier was stopped while it closed gaps, since the server was
 *     started
 * @param deadline how long one channel may take
 * @param dryRun only say what would be done
 */
public record GapsBody(
    Optional<String> channel,
    Optional<Boolean> mended,
    Optional<Boolean> uninterrupted,
    Optional<Duration> deadline,
    Optional<Boolean> dryRun) {
  /** Nothing of it is said. */
  public static final GapsBody NONE =
      new GapsBody(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}

package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How a backup session is to be.
 *
 * @param ttl after which it ends by itself
 * @param channel whose applier is to be stopped; without it all
 * @param deadline how long transactions in flight, and gaps, may take
 * @param any whether a replica of the same cluster is to be picked; so it is, too, where the path
 *     names a cluster and no replica
 * @param dryRun only say what would be done
 */
public record BackupBody(
    Optional<Duration> ttl,
    Optional<String> channel,
    Optional<Duration> deadline,
    Optional<Boolean> any,
    Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final BackupBody NONE =
      new BackupBody(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** The same, only to say what would be done or not. */
  public BackupBody dry(boolean only) {
    return new BackupBody(ttl, channel, deadline, any, Optional.of(only));
  }
}

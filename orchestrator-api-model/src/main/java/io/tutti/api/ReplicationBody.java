package io.tutti.api;

import java.util.Optional;

/**
 * How the replication of one server is begun, stopped or started.
 *
 * @param from the server to replicate from, where that is asked for
 * @param channel the channel that is meant; needed where there are several
 * @param accountUnproved where it is to replicate from a server: take it on that the account of
 *     replicas is not shown to be let in there
 * @param dryRun only say what would be done
 */
public record ReplicationBody(
    Optional<String> from,
    Optional<String> channel,
    Optional<Boolean> accountUnproved,
    Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final ReplicationBody NONE =
      new ReplicationBody(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}

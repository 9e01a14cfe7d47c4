package io.tutti.spi;

import io.tutti.error.OrchestratorException;

/** Lets a channel fetch again by GTID; for flavors with {@link Capability#UUID_GTID}. */
@FunctionalInterface
public interface Refetching {
  /**
   * Drops what a channel has received, so that it fetches all that was not applied: only for one
   * that finds its place by GTIDs, and only when its source still has all that. Both threads must
   * be stopped.
   *
   * @param channel empty for the default one
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  void dropReceived(String channel, Deadline deadline);
}

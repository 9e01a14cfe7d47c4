package io.tutti.spi;

import io.tutti.error.OrchestratorException;

/** Closes the gaps of an applier; for flavors with {@link Capability#WORKER_CHECKPOINTS}. */
@FunctionalInterface
public interface GapClosing {
  /**
   * Starts the applier, so that it applies what lies before the newest transaction that any of its
   * workers had applied, and stops by itself there.
   *
   * @param channel empty for the default one
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  void startUntilGapsAreClosed(String channel, Deadline deadline);
}

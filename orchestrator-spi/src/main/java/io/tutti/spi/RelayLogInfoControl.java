package io.tutti.spi;

import io.tutti.error.OrchestratorException;

/**
 * Talks to a server with an applier that refuses to start; for flavors with {@link
 * Capability#RELAY_LOG_INFO_RESET}.
 */
public interface RelayLogInfoControl {

  /**
   * Reads where it is.
   *
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  RelayLogInfoReset.Progress read(Deadline deadline);

  /**
   * Does one act.
   *
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  void act(RelayLogInfoReset.Act act, Deadline deadline);
}

package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;

/**
 * Shows a server which transactions it has; for flavors with {@link Capability#UUID_GTID}. Others
 * keep that with the rows.
 */
@FunctionalInterface
public interface GtidRestoring {
  /**
   * Counts transactions as executed, on a server that counts none.
   *
   * @throws OrchestratorException as those of {@link ReplicationControl}
   */
  void restoreExecuted(GtidSet executed, Deadline deadline);
}

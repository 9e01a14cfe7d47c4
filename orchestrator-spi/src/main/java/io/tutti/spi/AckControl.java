package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;

/**
 * Both sides of semi-synchronous replication, until the next restart. Every method throws as those
 * of {@link ReplicationControl}.
 */
public interface AckControl {

  /**
   * Its two switches; absent where that side is not loaded.
   *
   * @param asks whether commits here wait for acknowledgements
   * @param acknowledges whether it acknowledges what it receives
   */
  record Sides(Observed<Boolean> asks, Observed<Boolean> acknowledges) {}

  /**
   * Makes sure that the account may set them, as {@link ReplicationControl#requirePrivileges}.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it surely lacks
   */
  void requirePrivileges(Deadline deadline);

  Sides read(Deadline deadline);

  /** Sets what is named; what the release does not have is left out. */
  void set(AckSetting wanted, Deadline deadline);
}

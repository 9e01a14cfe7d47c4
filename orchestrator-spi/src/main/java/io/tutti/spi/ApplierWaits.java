package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import java.util.List;

/**
 * What an applier has waited for, as its server adds it up, for flavors with {@link
 * Capability#APPLIER_WAITS}. Only reads.
 */
public interface ApplierWaits {

  /**
   * Reads all sums of a channel, since the process of the server began.
   *
   * @param channel empty for the default one
   * @return absent, with what would change that, where the server does not add them up; unknown,
   *     with the GRANT, where the account may not see them
   * @throws OrchestratorException STATEMENT_TIMED_OUT or CONNECTION_LOST
   */
  Observed<List<ApplierWait>> read(String channel, Deadline deadline);
}

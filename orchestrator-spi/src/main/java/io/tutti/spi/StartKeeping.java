package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import java.util.Collection;
import java.util.SortedMap;

/**
 * What a server itself keeps of its variables for its next start, beside what is in force; for
 * flavors with {@link Capability#PERSISTED_SETTINGS}. Every method throws as those of {@link
 * ReplicationControl}.
 */
public interface StartKeeping {

  /**
   * Makes sure that the account may change it, as {@link ReplicationControl#requirePrivileges}.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it surely lacks
   */
  void requirePrivileges(Deadline deadline);

  /** All that it keeps, by variable; unknown where that cannot be read. */
  Observed<SortedMap<String, String>> kept(Deadline deadline);

  /** Lets it keep these values; what is in force stays so. */
  void keep(SortedMap<String, String> values, Deadline deadline);

  /** Lets it keep nothing of these variables; what is in force stays so. */
  void forget(Collection<String> variables, Deadline deadline);
}

package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.EventName;

/**
 * Lets events of the scheduler run on another server. Every method throws as those of {@link
 * ReplicationControl}.
 */
public interface EventControl {

  /**
   * Makes sure that the account may do all of it, as {@link ReplicationControl#requirePrivileges}.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it surely lacks
   */
  void requirePrivileges(Deadline deadline);

  /**
   * Lets an event run here. It is written to the binlog, so that replicas keep it off. Whoever
   * defined it, and the modes in which it runs, stay.
   */
  void enable(EventName event, Deadline deadline);

  /** Lets the scheduler run, or not, until the next restart. An event that runs goes on. */
  void schedule(boolean runs, Deadline deadline);

  /** What {@link #schedule} says. */
  String statement(boolean runs);
}

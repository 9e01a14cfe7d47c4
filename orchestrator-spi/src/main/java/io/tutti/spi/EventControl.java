package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.EventName;
import io.tutti.model.ScheduledEvent;

/**
 * Lets events of the scheduler run on another server, and keeps them off where they ran. Every
 * method throws as those of {@link ReplicationControl}.
 */
public interface EventControl {

  /**
   * Makes sure that the account may do all of it, as {@link ReplicationControl#requirePrivileges}.
   *
   * @param schedules whether the scheduler itself is to be started, too
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it surely lacks
   */
  void requirePrivileges(boolean schedules, Deadline deadline);

  /**
   * Lets an event run here. It is written to the binlog, so that replicas keep it off. Whoever
   * defined it, and the modes in which it runs, stay.
   */
  void enable(EventName event, Deadline deadline);

  /**
   * Keeps an event off here, over restarts, too, as if it had come by replication; nothing of it is
   * written to the binlog. One that runs goes on.
   */
  void keepOff(EventName event, Deadline deadline);

  /** Takes {@link #keepOff} back: nothing of it is written to the binlog, either. */
  void letRunAgain(EventName event, Deadline deadline);

  /** Lets the scheduler run until the next restart. */
  void schedule(Deadline deadline);

  /** What {@link #keepOff} says first. */
  String unlogged();

  /** What {@link #keepOff} says. */
  String keepingOff(ScheduledEvent event);

  /** What {@link #schedule} says. */
  String scheduling();
}

package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.spi.fence.EndedSessions;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.Trial;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Keeps clients from one server, and lets them in again. */
public interface FenceControl {

  /**
   * Makes sure that the account may do it, and is not kept away itself.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it lacks, and for
   *     each that nobody knows whether it has
   */
  void requirePrivileges(Deadline deadline);

  /** By which measures this server is fenced. Asks it for no more than what it is. */
  FenceGuide guide(Deadline deadline);

  /** The variables of all measures, as the server prints them. */
  SortedMap<String, String> read(Deadline deadline);

  /** Gives a variable of a measure that value. */
  void set(String variable, String value, Deadline deadline);

  /** How many sessions {@link #endSessions} would end now; unknown where they are not listed. */
  Observed<Integer> sessions(Deadline deadline);

  /** Ends the sessions of all clients and replicas but those of our own account. Safe to repeat. */
  EndedSessions endSessions(Deadline deadline);

  /**
   * Ends the sessions of clients alone, and lets replicas go on. Safe to repeat.
   *
   * @return what became of them; none was ended, and why, where the server does not show who they
   *     are
   */
  default EndedSessions endClients(Deadline deadline) {
    return new EndedSessions(0, List.of("this flavor does not distinguish clients from replicas"));
  }

  /**
   * Tries to write, and leaves nothing behind if that should be let.
   *
   * @param as whose login to try it with; empty for our own
   */
  Trial tryToWrite(Optional<Credentials> as, Deadline deadline);
}

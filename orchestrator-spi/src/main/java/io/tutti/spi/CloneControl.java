package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.backup.CloneStatus;
import java.util.List;

/**
 * Lets a server become a copy of another one by its own means. Every method throws {@link
 * OrchestratorException}, as those of {@code ReplicationControl} do.
 */
public interface CloneControl {

  /** What a server is in a copy. */
  enum Role {
    /** It loses all it has. */
    RECIPIENT,
    DONOR
  }

  /** Where it is; absent, with the reason, where it cannot be that in a copy. */
  Observed<CloneStatus> read(Role role, Deadline deadline);

  /**
   * Makes sure that the account may do this. Passes, too, when its grants do not show for sure.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it surely lacks
   */
  void requirePrivileges(Role role, Deadline deadline);

  /** The statements by which it becomes a copy, as they are executed; the password is withheld. */
  List<String> statements(InstanceAddress donor);

  /**
   * Drops all that the server has, copies the donor, and lets it restart; one over which nobody
   * watches ends instead. Returns when it has said so, or the connection is gone: what became of it
   * is read once it answers again.
   */
  void cloneFrom(InstanceAddress donor, Deadline deadline);
}

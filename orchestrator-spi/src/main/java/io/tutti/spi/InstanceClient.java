package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import java.time.Duration;
import java.util.Optional;

/**
 * The way to one server, kept for as long as the server is watched. Holds one connection at most,
 * opens it when needed and again after it broke. For one thread at a time.
 */
public interface InstanceClient extends AutoCloseable {

  /**
   * Asks the server what it is.
   *
   * @throws OrchestratorException when the server could not be reached or refused the login
   */
  ServerBanner readBanner(Deadline deadline);

  /** The reader of its status. */
  StatusReader statusReader();

  /** The way to start, stop and set its replication. */
  ReplicationControl replicationControl();

  /** The reader of its logs. */
  LogReader logReader();

  /** The way to keep clients from it. */
  FenceControl fenceControl();

  /** The way to copy a server over it; for flavors with {@link Capability#CLONE}. */
  Optional<CloneControl> cloneControl();

  /**
   * Counts the connections that were opened: what was seen over an older one may have been another
   * process of the server. Always the same where the plugin does not know.
   */
  default long generation() {
    return 0;
  }

  /**
   * Whether the server still answers over the connection that is open. Opens none, and is true
   * where there is none, or the plugin does not know.
   */
  default boolean stillAnswers(Deadline deadline) {
    return true;
  }

  /**
   * Opens another connection, over which nothing is asked: it ends when the server's process does,
   * which who watches it learns at once. It is trusted as the first one is.
   *
   * @return empty where the plugin cannot give such a one
   * @throws OrchestratorException when the server could not be reached or refused the login
   */
  default Optional<IdleConnection> openIdle(Deadline deadline) {
    return Optional.empty();
  }

  /**
   * Holds a lock of that name on the server, beside other controllers that hold one, too, and says
   * who these are. Called again over the same connection it only looks; after that one broke it is
   * taken again.
   *
   * @param idleMax the server ends a connection over which nothing is said for so long, and its
   *     lock with it
   * @return absent where servers of the flavor have no such locks
   * @throws OrchestratorException when the server could not be reached
   */
  default Observed<NamedLock> claimBeside(String name, Duration idleMax, Deadline deadline) {
    return Observed.absent("servers of this flavor have no named locks");
  }

  /** The same, where nobody else holds it. Nobody is waited for. */
  default Observed<NamedLock> claimAlone(String name, Duration idleMax, Deadline deadline) {
    return Observed.absent("servers of this flavor have no named locks");
  }

  /** Ends what was claimed by that name; nothing where that is not held. */
  default void giveBack(String name, Deadline deadline) {
    // There is nothing to give back.
  }

  /**
   * From another thread than the one that uses it: ends what is being said to the server, there
   * too, and drops the connection permanently. Returns when the server has let go of the statement,
   * or does not within the deadline; what the statement had begun there may still continue then.
   */
  default void cutOff(Deadline deadline) {
    close();
  }

  /** Closes the connection without waiting for the server. */
  @Override
  void close();
}

package io.tutti.spi;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.util.List;

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

  /**
   * The way to start, stop and set its replication.
   *
   * @throws OrchestratorException UNSUPPORTED_CAPABILITY where the plugin only reads
   */
  default ReplicationControl replicationControl() {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin reads servers and cannot change them.",
        List.of("use a plugin of this flavor that declares knobs"));
  }

  /**
   * The reader of its logs.
   *
   * @throws OrchestratorException UNSUPPORTED_CAPABILITY where the plugin lists no events
   */
  default LogReader logReader() {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin does not list the events of a server's logs.",
        List.of("use a plugin of this flavor that does"));
  }

  /**
   * The way to keep clients from it.
   *
   * @throws OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default FenceControl fenceControl() {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot fence servers.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * The way to copy a server over it.
   *
   * @throws OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default CloneControl cloneControl() {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot copy one server over another.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Counts the connections that were opened: what was seen over an older one may have been another
   * process of the server. Always the same where the plugin cannot tell.
   */
  default long generation() {
    return 0;
  }

  /**
   * Whether the server still answers over the connection that is open. Opens none, and is true
   * where there is none, or the plugin cannot tell.
   */
  default boolean stillAnswers(Deadline deadline) {
    return true;
  }

  /**
   * From another thread than the one that uses it: ends what is being said to the server, there
   * too, and drops the connection for good. Returns when the server has let go of the statement, or
   * does not within the deadline; what the statement had begun there may still go on then.
   */
  default void cutOff(Deadline deadline) {
    close();
  }

  /** Closes the connection without waiting for the server. */
  @Override
  void close();
}

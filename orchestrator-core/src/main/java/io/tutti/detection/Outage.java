package io.tutti.detection;

import io.tutti.error.ErrorCode;
import java.util.Optional;

/** How a server does not answer us. */
public enum Outage {
  /** Its host says that nobody listens there. */
  REFUSED,

  /** Neither it nor its host says anything, or the connection broke. */
  AWAY,

  /** Its host takes connections, and the server says nothing over them. */
  SILENT;

  /**
   * @return empty where something answers, or we do not ask: it has no free connection, refuses the
   *     account, shows another key
   */
  public static Optional<Outage> of(ErrorCode code) {
    return switch (code) {
      case CONNECTION_REFUSED -> Optional.of(REFUSED);
      case CONNECTION_TIMED_OUT, CONNECTION_LOST, HOST_UNKNOWN -> Optional.of(AWAY);
      case NO_GREETING, STATEMENT_TIMED_OUT -> Optional.of(SILENT);
      default -> Optional.empty();
    };
  }
}

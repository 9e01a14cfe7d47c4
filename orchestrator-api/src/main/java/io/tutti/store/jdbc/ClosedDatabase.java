package io.tutti.store.jdbc;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Shows the pool which errors of the embedded database mean that it is gone: it closes itself when
 * it cannot continue, such as with a full disk, and is opened again by the next connection only.
 * The pool knows the codes of databases that are reached over a network.
 */
public final class ClosedDatabase implements SQLExceptionOverride {
  /**
   * H2: "Database is already closed", "The database has been closed", "Connection is broken", "The
   * object is already closed".
   */
  private static final Set<Integer> GONE = Set.of(90_121, 90_098, 90_067, 90_007);

  @java.lang.Override
  public Override adjudicate(SQLException failure) {
    return GONE.contains(failure.getErrorCode()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
  }
}

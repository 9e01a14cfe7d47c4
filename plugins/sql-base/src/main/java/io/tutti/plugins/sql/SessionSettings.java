package io.tutti.plugins.sql;

import io.tutti.spi.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * What a session relies on. It inherits nothing: neither from the server's configuration nor from
 * its init_connect. What only some releases have stands in a comment that the others skip.
 *
 * @param needed a session in which these are not as said is not used
 * @param more what a server may lack: InnoDB, or, where something else stands in for a server,
 *     almost anything
 */
record SessionSettings(List<String> needed, List<String> more) {
  /** As after an installation: 8 hours. */
  private static final String USUAL_WAIT = "wait_timeout = 28800";

  /** 24 days, the most that servers on every system take: they end sessions that are idle. */
  private static final String LONGEST_WAIT = "wait_timeout = 2147483";

  /**
   * Strings in single quotes, in which a backslash escapes ({@link SqlNames#quoted}), and nothing
   * cut to fit.
   */
  private static final String SQL_MODE = "sql_mode = 'STRICT_TRANS_TABLES'";

  /** Of statements that only read: each ends by the deadline of who waits for it. */
  private static final String EXECUTION_TIMES =
      "/*!50708 , max_execution_time = 0 */ /*M!100101 , max_statement_time = 0 */";

  /** It would be taken for the channel where a statement names none. */
  private static final String CONNECTION = "/*M!100001 , default_master_connection = '' */";

  static SessionSettings of(Target target) {
    return of(target, USUAL_WAIT);
  }

  /** Of a session that is asked nothing for days. */
  static SessionSettings ofIdle(Target target) {
    return of(target, LONGEST_WAIT);
  }

  private static SessionSettings of(Target target, String wait) {
    long lockWaitSeconds = Math.max(1, target.statementTimeout().toSeconds());
    String all =
        String.join(
            ", ",
            "SET SESSION completion_type = 0",
            "autocommit = 1",
            SQL_MODE,
            "time_zone = '+00:00'",
            "lock_wait_timeout = " + lockWaitSeconds,
            wait,
            "sql_safe_updates = 0",
            "sql_auto_is_null = 0",
            "sql_big_selects = 1",
            "sql_select_limit = 18446744073709551615");
    return new SessionSettings(
        List.of(all + EXECUTION_TIMES + CONNECTION),
        List.of(
            // What init_connect has begun: autocommit ends it only where that was off.
            "ROLLBACK AND NO CHAIN NO RELEASE",
            "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE",
            "SET NAMES utf8mb4",
            "SET SESSION innodb_lock_wait_timeout = " + lockWaitSeconds));
  }

  /** All of them, in one round trip. */
  String together() {
    return String.join("; ", all());
  }

  List<String> all() {
    List<String> all = new ArrayList<>(needed);
    all.addAll(more);
    return all;
  }
}

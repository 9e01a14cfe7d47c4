package io.tutti.acceptance;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.util.ArrayList;
import java.util.List;

/** Defaults of sessions that are legal and that nobody expects, on a server of a sandbox. */
final class OddDefaults {
  /** For what a test itself says to such a server. */
  static final List<String> USUAL =
      List.of(
          "ROLLBACK AND NO CHAIN",
          "SET SESSION autocommit = 1, completion_type = 0, sql_mode = ''",
          "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE");

  private OddDefaults() {}

  /** From now on each new session begins with them. */
  static void set(SandboxServer server) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "character_set_server = 'latin1'",
                "time_zone = '-11:00'",
                "lock_wait_timeout = 1",
                "wait_timeout = 3",
                "innodb_lock_wait_timeout = 1",
                "sql_safe_updates = 1",
                "sql_select_limit = 1",
                "sql_auto_is_null = 1",
                "completion_type = 'CHAIN'",
                "autocommit = 0"));
    all.add(initConnect(server.release()));
    all.addAll(ofRelease(server.release()));
    all.add("sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH'");
    List<String> statements = new ArrayList<>();
    all.forEach(each -> statements.add("SET GLOBAL " + each));
    statements.add("SET GLOBAL TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    server.execute(statements.toArray(String[]::new));
  }

  private static List<String> ofRelease(ServerRelease release) {
    List<String> more = new ArrayList<>();
    if (release.family() == ServerFamily.MYSQL && release.isAtLeast(5, 7)) {
      more.add("max_execution_time = 1");
    }
    if (release.family() == ServerFamily.MYSQL && release.isAtLeast(8, 4)) {
      more.add("sql_require_primary_key = 1");
    }
    return more;
  }

  /**
   * For accounts without the privilege that spares them. Receivers get it, too, and must stand it.
   */
  private static String initConnect(ServerRelease release) {
    return "init_connect = 'SET NAMES latin1; SET sql_safe_updates = 1; SET autocommit = 0;"
        + (release.family() == ServerFamily.MARIADB
            ? " SET default_master_connection = ''none'';"
            : "")
        + " SET SESSION TRANSACTION READ ONLY; START TRANSACTION'";
  }

  /** Executes what a test wants, as if all were as usual. */
  static void execute(SandboxServer server, String... statements) {
    List<String> all = new ArrayList<>(USUAL);
    all.addAll(List.of(statements));
    server.execute(all.toArray(String[]::new));
  }
}

package io.tutti.plugins.mysql;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.SqlFenceGuide;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.FenceMeasure.Keeps;
import java.util.List;

/**
 * How clients are kept from MySQL: {@code offline_mode} and {@code super_read_only} from 5.7 on.
 */
final class MySqlFencing {
  private static final FenceMeasure READ_ONLY =
      new FenceMeasure("read_only", "ON", Keeps.WRITES, "it refuses writes of ordinary accounts");

  /**
   * The replication threads of 5.7 show the user who started them, so clients are told by the name
   * of their thread.
   */
  private static final Question SESSIONS =
      new Question(
          "sessions",
          "SELECT … FROM performance_schema.threads",
          "SELECT PROCESSLIST_ID AS ID, PROCESSLIST_USER AS USER, PROCESSLIST_COMMAND AS COMMAND"
              + " FROM performance_schema.threads WHERE PROCESSLIST_ID IS NOT NULL AND"
              + " PROCESSLIST_USER IS NOT NULL AND PROCESSLIST_COMMAND NOT IN ('Daemon', 'Killed')"
              + " AND (NAME = 'thread/sql/one_connection' OR NAME LIKE 'thread/thread_pool/%')",
          "SELECT ON performance_schema.threads");

  private MySqlFencing() {}

  static FenceGuide of(ServerVersion version) {
    return isBefore57(version)
        ? new SqlFenceGuide(
            List.of(
                new FenceMeasure(
                    SqlFenceGuide.GATE,
                    SqlFenceGuide.GATE_SHUT,
                    Keeps.LOGINS,
                    "every login without SUPER fails, replicas' too"),
                READ_ONLY),
            List.of(
                "Accounts with SUPER can still log in and write, and so can events whose definer"
                    + " has it: this release has no super_read_only."),
            MySqlStartupOptions::of)
        : new SqlFenceGuide(
            List.of(
                new FenceMeasure(
                    "offline_mode",
                    "ON",
                    Keeps.LOGINS,
                    "it ends the sessions of ordinary accounts and refuses their logins, replicas'"
                        + " too"),
                // Before the other, which sets it, too: then what it was before is known.
                READ_ONLY,
                new FenceMeasure("super_read_only", "ON", Keeps.WRITES, "it refuses all writes")),
            List.of(
                "Accounts with SUPER or CONNECTION_ADMIN can still log in, read, and lift the fence"
                    + " by hand."),
            MySqlStartupOptions::of);
  }

  static Question sessions(ServerVersion version) {
    return isBefore57(version)
        ? new Question(
            "sessions",
            "SELECT … FROM information_schema.processlist",
            "SELECT ID, USER, COMMAND FROM information_schema.PROCESSLIST"
                + " WHERE USER NOT IN ('system user', 'event_scheduler')"
                + " AND COMMAND NOT IN ('Daemon', 'Killed')",
            "PROCESS ON *.*")
        : SESSIONS;
  }

  private static boolean isBefore57(ServerVersion version) {
    return version.isBefore(5, 7, 8);
  }
}

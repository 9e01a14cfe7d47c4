package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.SqlFenceGuide;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.FenceMeasure.Keeps;
import java.util.List;

/** How clients are kept from MariaDB, which has neither offline_mode nor super_read_only. */
final class MariaDbFencing {
  /** Since 10.5.2 privileges of their own let in and let write. */
  private static final String LEFT_OPEN =
      "Who has %s can still log in, and who has %s as well can write, and so can events of such a definer: MariaDB has no super_read_only.";

  private static final Question SESSIONS =
      new Question(
          "sessions",
          "SELECT … FROM information_schema.processlist",
          "SELECT ID, USER FROM information_schema.PROCESSLIST"
              + " WHERE USER NOT IN ('system user', 'event_scheduler')"
              + " AND COMMAND NOT IN ('Daemon', 'Killed', 'Slave_IO', 'Slave_SQL', 'Slave_worker')",
          "PROCESS ON *.*");

  private MariaDbFencing() {}

  static FenceGuide of(ServerVersion version) {
    boolean split = version.isAtLeast(10, 5, 2);
    String letsIn = split ? "CONNECTION ADMIN" : "SUPER";
    return new SqlFenceGuide(
        List.of(
            new FenceMeasure(
                SqlFenceGuide.GATE,
                SqlFenceGuide.GATE_SHUT,
                Keeps.LOGINS,
                "every login without %s fails, replicas' too".formatted(letsIn)),
            new FenceMeasure(
                "read_only", "ON", Keeps.WRITES, "it refuses writes of ordinary accounts")),
        List.of(LEFT_OPEN.formatted(letsIn, split ? "READ_ONLY ADMIN" : "SUPER")));
  }

  static Question sessions() {
    return SESSIONS;
  }
}

package io.tutti.plugins.mariadb;

import io.tutti.model.InstanceState;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.SqlFenceGuide;
import io.tutti.plugins.sql.StartupOptions;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.FenceMeasure.Keeps;
import io.tutti.spi.fence.StartupOption;
import java.util.ArrayList;
import java.util.List;

/** How clients are kept from MariaDB, which has neither offline_mode nor super_read_only. */
final class MariaDbFencing {
  /** Since 10.5.2 privileges of their own let in and let write. */
  private static final String LEFT_OPEN =
      "Accounts with %s can still log in, and those that also have %s can write, and so can events"
          + " of such a definer: MariaDB has no super_read_only.";

  private static final Question SESSIONS =
      new Question(
          "sessions",
          "SELECT … FROM information_schema.processlist",
          "SELECT ID, USER, COMMAND FROM information_schema.PROCESSLIST"
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
        List.of(LEFT_OPEN.formatted(letsIn, split ? "READ_ONLY ADMIN" : "SUPER")),
        MariaDbFencing::startupOptions);
  }

  private static List<StartupOption> startupOptions(InstanceState state) {
    List<StartupOption> options = new ArrayList<>();
    options.add(StartupOptions.readOnly());
    options.add(StartupOptions.gate(state));
    options.add(StartupOptions.skipStart("skip_slave_start"));
    options.add(StartupOptions.relayLogRecovery());
    options.add(
        new StartupOption(
            "sync_relay_log_info",
            "1",
            "A replica by log position keeps its position in a file, which may be behind after a"
                + " crash of the host. This costs a sync for each event, and a replica by GTID does"
                + " not need it.",
            false));
    options.add(
        StartupOption.of(
                "gtid_strict_mode", "ON", "Refuses transactions whose numbers were used already.")
            .onlyWhere(
                state.settings().flag("gtid_strict_mode").is(true),
                "The server runs without it now."));
    options.addAll(StartupOptions.durability(state));
    return options;
  }

  static Question sessions() {
    return SESSIONS;
  }
}

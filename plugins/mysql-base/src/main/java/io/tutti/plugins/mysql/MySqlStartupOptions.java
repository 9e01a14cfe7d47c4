package io.tutti.plugins.mysql;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Positioning;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.StartupOptions;
import io.tutti.spi.fence.StartupOption;
import java.util.ArrayList;
import java.util.List;

/** The option file with which a MySQL starts fenced; options came and went with releases. */
final class MySqlStartupOptions {
  private static final String IN_TABLE =
      "Kept in a table, the position changes in one commit with what was applied.";

  private MySqlStartupOptions() {}

  static List<StartupOption> of(InstanceState state) {
    ServerVersion version = state.version().version();
    List<StartupOption> options = new ArrayList<>();
    if (version.isAtLeast(5, 7, 8)) {
      options.add(
          StartupOption.of(
              "offline_mode", "ON", "Only administrators can log in, and no replicas."));
      options.add(
          StartupOption.of(
              "super_read_only", "ON", "Refuses all writes until the fence is lifted."));
    } else {
      options.add(StartupOptions.gate(state));
    }
    options.add(StartupOptions.readOnly());
    options.add(
        StartupOptions.skipStart(
            version.isAtLeast(8, 0, 26) ? "skip_replica_start" : "skip_slave_start"));
    options.add(
        StartupOptions.relayLogRecovery()
            .onlyWhere(
                !isTrap(state),
                "Before 5.7.13, a replica by log position with workers that was killed with a gap"
                    + " refuses every start with it (error 1872)."));
    if (version.isBefore(8, 0, 23)) {
      options.add(StartupOption.of("relay_log_info_repository", "TABLE", IN_TABLE));
      options.add(
          StartupOption.of(
              "master_info_repository", "TABLE", "For each source, and safe over a crash."));
    }
    if (state.gtid().mode().is("ON")) {
      options.add(StartupOption.of("gtid_mode", "ON", "It starts with GTIDs, as it runs now."));
      options.add(StartupOption.of("enforce_gtid_consistency", "ON", "gtid_mode needs it."));
    }
    options.addAll(StartupOptions.durability(state));
    return options;
  }

  private static boolean isTrap(InstanceState state) {
    return state.version().version().isBefore(5, 7, 13)
        && !state.parallel().workers().is(0L)
        && state.knownChannels().stream()
            .map(Channel::positioning)
            .anyMatch(Positioning.LOG_POSITION::equals);
  }
}

package io.tutti.plugins.mysql;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Positioning;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.BootOptions;
import io.tutti.spi.fence.BootOption;
import java.util.ArrayList;
import java.util.List;

/** The option file with which a MySQL starts fenced; options came and went with releases. */
final class MySqlBootOptions {
  private static final String IN_TABLE =
      "Kept in a table, the place moves together with what was applied.";

  private MySqlBootOptions() {}

  static List<BootOption> of(InstanceState state) {
    ServerVersion version = state.version().version();
    List<BootOption> options = new ArrayList<>();
    if (version.isAtLeast(5, 7, 8)) {
      options.add(
          BootOption.of(
              "offline_mode", "ON", "Lets nobody in but administrators, and no replica."));
      options.add(
          BootOption.of(
              "super_read_only", "ON", "Refuses writes of everybody, until it is lifted."));
    } else {
      options.add(BootOptions.gate(state));
    }
    options.add(BootOptions.readOnly());
    options.add(
        BootOptions.skipStart(
            version.isAtLeast(8, 0, 26) ? "skip_replica_start" : "skip_slave_start"));
    options.add(
        BootOptions.relayLogRecovery()
            .onlyWhere(
                !isTrap(state),
                "Before 5.7.13, a replica by log position with workers that was killed with a gap refuses every start with it (error 1872)."));
    if (version.isBefore(8, 0, 23)) {
      options.add(BootOption.of("relay_log_info_repository", "TABLE", IN_TABLE));
      options.add(
          BootOption.of(
              "master_info_repository", "TABLE", "Of each source, and safe over a crash."));
    }
    if (state.gtid().mode().is("ON")) {
      options.add(BootOption.of("gtid_mode", "ON", "It starts with GTIDs, as it runs now."));
      options.add(BootOption.of("enforce_gtid_consistency", "ON", "gtid_mode needs it."));
    }
    options.addAll(BootOptions.durability(state));
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

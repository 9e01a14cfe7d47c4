package io.tutti.plugins.sql;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.fence.StartupOption;
import java.util.List;

/** Lines of option files that both families share. */
public final class StartupOptions {
  private StartupOptions() {}

  public static StartupOption readOnly() {
    return StartupOption.of(
        "read_only",
        "ON",
        "Refuses writes of ordinary accounts until the server is proved to have lost nothing.");
  }

  /** For releases without offline_mode. */
  public static StartupOption gate(InstanceState state) {
    String now = state.settings().text(SqlFenceGuide.GATE).asOptional().orElse("");
    return StartupOption.of(
            SqlFenceGuide.GATE,
            SqlFenceGuide.GATE_SHUT,
            "It fails, which ends every session of an ordinary account as it begins, those of"
                + " replicas, too.")
        .onlyWhere(
            now.isEmpty() || now.equals(SqlFenceGuide.GATE_SHUT),
            "The server has an init_connect of its own now, which this would replace.");
  }

  public static StartupOption skipStart(String name) {
    return StartupOption.of(
        name, "ON", "A replica waits until it is known what it lost, before it replicates.");
  }

  public static StartupOption relayLogRecovery() {
    return StartupOption.of(
        "relay_log_recovery",
        "ON",
        "Fetches again what was received and not applied, as the relay log may lack its end.");
  }

  /** Shown only where the server is run otherwise. */
  public static List<StartupOption> durability(InstanceState state) {
    return List.of(
        always(
            "sync_binlog",
            "So that no commit is in InnoDB and not in the binlog.",
            state.durability().syncBinlog()),
        always(
            "innodb_flush_log_at_trx_commit",
            "So that no commit is in the binlog and not in InnoDB.",
            state.durability().flushLogAtCommit()));
  }

  private static StartupOption always(String name, String why, Observed<Long> now) {
    return StartupOption.of(name, "1", why)
        .onlyWhere(
            now.is(1L),
            "The server runs with %s now, and a crash may cost it commits.".formatted(now));
  }
}

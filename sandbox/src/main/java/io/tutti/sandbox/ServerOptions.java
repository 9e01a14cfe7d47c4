package io.tutti.sandbox;

import io.tutti.sandbox.binaries.InstalledServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes server options, {@code name=value}, in the words of one release. */
final class ServerOptions {

  private final ServerRelease release;

  ServerOptions(ServerRelease release) {
    this.release = release;
  }

  /** Options that decide how data files look; a copied data directory needs the same again. */
  List<String> storage() {
    List<String> options = new ArrayList<>();
    options.add("innodb_buffer_pool_size=32M");
    options.add(
        release == ServerRelease.MYSQL_9_7
            ? "innodb_redo_log_capacity=32M"
            : "innodb_log_file_size=16M");
    if (isMySql()) {
      // The compiled-in default is a folder that only packages make; empty also lets LOAD DATA
      // read.
      options.add("secure_file_priv=");
    }
    if (isMySql() && release.isAtLeast(8, 0)) {
      options.add("mysqlx=0");
    }
    if (!isMySql() && release.isAtLeast(11, 4)) {
      // Makes itself a 4096-bit key at each start otherwise, which takes 4 to 11 seconds
      // (measured).
      options.add("ssl=0");
    }
    return options;
  }

  /** Options that let the server run from a folder of its own and listen to this machine only. */
  List<String> process(InstalledServer server, Path folder, int port) {
    List<String> options = new ArrayList<>(server.locationOptions());
    options.addAll(
        List.of(
            "datadir=" + folder.resolve("data"),
            "tmpdir=" + folder.resolve("tmp"),
            "log_error=" + folder.resolve("error.log"),
            "pid_file=" + folder.resolve("server.pid"),
            // Relative to the data directory, so that no depth of folders makes it too long.
            "socket=server.sock",
            "port=" + port,
            "bind_address=127.0.0.1",
            "skip_name_resolve",
            "max_connections=300",
            // The kernel's contexts for it (fs.aio-max-nr) are few, and dozens of servers need
            // more.
            "innodb_use_native_aio=0",
            "max_connect_errors=1000000",
            "table_open_cache=256"));
    if ("root".equals(System.getProperty("user.name"))) {
      options.add("user=root");
    }
    return options;
  }

  /**
   * Options that make it a replicating server, the user's own last.
   *
   * @param serverId ports are unique on a machine and serve as ids, so that servers of several
   *     sandboxes may be joined
   * @param reported the address to report to sources
   */
  List<String> replication(NodeSettings settings, int serverId, ServerAddress reported) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "server_id=" + serverId,
                "report_host=" + reported.host(),
                "report_port=" + reported.port(),
                "log_bin=binlog",
                "binlog_format=ROW",
                "relay_log=relay"));
    String replica = release.has(ServerFeature.SOURCE_REPLICA_TERMS) ? "replica" : "slave";
    if (settings.fastTimeouts()) {
      options.add(replica + "_net_timeout=4");
    }
    if (settings.logReplicaUpdates()) {
      options.add("log_%s_updates=1".formatted(replica));
    } else if (isMySql() && release.isAtLeast(8, 0)) {
      options.add("log_%s_updates=0".formatted(replica));
    }
    if (settings.readOnly()) {
      options.add("read_only=1");
    }
    if (isMySql()) {
      addMySqlOptions(options, settings);
    }
    settings.gtidDomain().ifPresent(domain -> options.add("gtid_domain_id=" + domain));
    addSemiSync(options, settings);
    options.addAll(settings.extraOptions());
    return options;
  }

  private void addMySqlOptions(List<String> options, NodeSettings settings) {
    // Written out in both cases: 9.7 has GTIDs on by default, older releases have them off.
    String gtid = settings.gtid() ? "ON" : "OFF";
    options.add("gtid_mode=" + gtid);
    options.add("enforce_gtid_consistency=" + gtid);
    if (release.isAtLeast(5, 7)) {
      options.add("performance_schema=ON");
    }
    if (!release.has(ServerFeature.SOURCE_REPLICA_TERMS)) {
      options.add("master_info_repository=TABLE");
      options.add("relay_log_info_repository=TABLE");
    }
  }

  private void addSemiSync(List<String> options, NodeSettings settings) {
    if (!settings.semiSyncSource() && !settings.semiSyncReplica()) {
      return;
    }
    boolean newTerms = release.has(ServerFeature.SOURCE_REPLICA_TERMS);
    String source = newTerms ? "source" : "master";
    String replica = newTerms ? "replica" : "slave";
    if (isMySql()) {
      options.add("plugin_load_add=semisync_%s.so".formatted(source));
      options.add("plugin_load_add=semisync_%s.so".formatted(replica));
    }
    // MySQL reads options of plugins before it has loaded them: "loose" lets it.
    if (settings.semiSyncSource()) {
      options.add("loose_rpl_semi_sync_%s_enabled=1".formatted(source));
    }
    if (settings.semiSyncReplica()) {
      options.add("loose_rpl_semi_sync_%s_enabled=1".formatted(replica));
    }
  }

  private boolean isMySql() {
    return release.family() == ServerFamily.MYSQL;
  }
}

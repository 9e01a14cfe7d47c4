package io.tutti.cli.demo;

import io.tutti.sandbox.release.ServerFamily;
import java.util.ArrayList;
import java.util.List;

/**
 * The account that the demo's controller reads with, with the least privileges; the plugins of both
 * flavors name the same ones ({@code tutti flavors --json}).
 */
final class MonitoringAccount {
  private static final String ACCOUNT = "'%s'@'%%'".formatted(DemoServers.MONITOR_USER);

  private MonitoringAccount() {}

  /** The statements that create it. */
  static String[] statements(ServerFamily family) {
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE USER %s IDENTIFIED %sBY '%s'"
            .formatted(
                ACCOUNT,
                family == ServerFamily.MYSQL ? "WITH mysql_native_password " : "",
                DemoServers.MONITOR_PASSWORD));
    grants(family).forEach(grant -> statements.add("GRANT " + grant + " TO " + ACCOUNT));
    return statements.toArray(String[]::new);
  }

  private static List<String> grants(ServerFamily family) {
    return switch (family) {
      case MYSQL ->
          List.of(
              "REPLICATION CLIENT, REPLICATION SLAVE, PROCESS ON *.*",
              "SELECT ON performance_schema.*",
              "SELECT ON mysql.slave_worker_info",
              "SELECT ON mysql.slave_relay_log_info");
      case MARIADB ->
          List.of(
              "REPLICATION SLAVE, PROCESS, BINLOG MONITOR, REPLICA MONITOR, REPLICATION MASTER ADMIN ON *.*",
              "SELECT ON mysql.gtid_slave_pos");
    };
  }
}

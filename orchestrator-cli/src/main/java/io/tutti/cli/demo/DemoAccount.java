package io.tutti.cli.demo;

import io.tutti.sandbox.release.ServerFamily;
import java.util.ArrayList;
import java.util.List;

/**
 * The account that the demo's controller reads with. Its privileges are what the plugins of both
 * flavors answer to {@code FlavorProvider.monitoringGrants} for the demo's releases, no more.
 */
final class DemoAccount {
  private static final String ACCOUNT = "'%s'@'%%'".formatted(DemoServers.MONITOR_USER);

  private DemoAccount() {}

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
              "REPLICATION_SLAVE_ADMIN, SYSTEM_VARIABLES_ADMIN, PERSIST_RO_VARIABLES_ADMIN,"
                  + " CONNECTION_ADMIN, XA_RECOVER_ADMIN ON *.*",
              "SELECT ON performance_schema.persisted_variables",
              "SELECT ON performance_schema.variables_info",
              "SELECT ON performance_schema.table_io_waits_summary_by_index_usage",
              "SELECT ON performance_schema.replication_connection_configuration",
              "SELECT ON performance_schema.replication_connection_status",
              "SELECT ON performance_schema.replication_applier_status_by_worker",
              "SELECT ON performance_schema.threads",
              "SELECT ON mysql.slave_worker_info",
              "SELECT (User_name) ON mysql.slave_master_info");
      case MARIADB ->
          List.of(
              "PROCESS, SLAVE MONITOR, BINLOG MONITOR, REPLICATION MASTER ADMIN, REPLICATION SLAVE"
                  + " ON *.*",
              "REPLICATION SLAVE ADMIN, BINLOG ADMIN, CONNECTION ADMIN, READ_ONLY ADMIN ON *.*");
    };
  }
}

package io.tutti.plugins.mysql;

import io.tutti.spi.RelayLogInfoReset;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements for 5.6 that has met error 1872. The copies are the server's own rows, so that the
 * password of its replication account never leaves it. Nothing of it enters the binary log.
 */
final class RelayLogInfoStatements {
  private static final List<String> TABLES =
      List.of("slave_master_info", "slave_relay_log_info", "slave_worker_info");

  private RelayLogInfoStatements() {}

  static List<String> of(RelayLogInfoReset.Act act) {
    return switch (act) {
      case KEEP -> unlogged(keep());
      case RESET -> List.of("RESET SLAVE");
      case PUT_BACK -> unlogged(putBack());
      case DISCARD -> unlogged(discard());
    };
  }

  private static List<String> unlogged(List<String> statements) {
    List<String> all = new ArrayList<>();
    all.add("SET SESSION sql_log_bin = 0");
    all.addAll(statements);
    all.add("SET SESSION sql_log_bin = 1");
    return all;
  }

  private static List<String> keep() {
    List<String> statements = new ArrayList<>();
    statements.add("CREATE DATABASE IF NOT EXISTS tutti");
    TABLES.forEach(table ->
        statements.add("CREATE TABLE IF NOT EXISTS tutti.%1$s LIKE mysql.%1$s".formatted(table)));
    statements.add(
        "CREATE TABLE IF NOT EXISTS tutti.kept_process (started_at BIGINT NOT NULL) ENGINE=InnoDB");
    statements.add("START TRANSACTION");
    for (String table : TABLES) {
      statements.add("DELETE FROM tutti." + table);
      statements.add("INSERT INTO tutti.%1$s SELECT * FROM mysql.%1$s".formatted(table));
    }
    statements.add("DELETE FROM tutti.kept_process");
    statements.add("INSERT INTO tutti.kept_process SELECT " + STARTED_AT + FROM_UPTIME);
    statements.add("COMMIT");
    return statements;
  }

  /** In seconds since 1970; two readings of one process differ by one at most. */
  static final String STARTED_AT = "UNIX_TIMESTAMP() - VARIABLE_VALUE";

  static final String FROM_UPTIME =
      " FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'UPTIME'";

  /** The receiver continues from where all was applied; the workers are left to the process. */
  private static List<String> putBack() {
    List<String> statements = new ArrayList<>();
    statements.add("START TRANSACTION");
    TABLES.forEach(table -> statements.add("DELETE FROM mysql." + table));
    statements.add("INSERT INTO mysql.slave_master_info SELECT * FROM tutti.slave_master_info");
    statements.add(
        "UPDATE mysql.slave_master_info AS source, tutti.slave_relay_log_info AS applier"
            + " SET source.Master_log_name = applier.Master_log_name,"
            + " source.Master_log_pos = applier.Master_log_pos");
    statements.add(
        "INSERT INTO mysql.slave_relay_log_info SELECT * FROM tutti.slave_relay_log_info");
    statements.add("UPDATE mysql.slave_relay_log_info SET Number_of_workers = 0");
    statements.add("COMMIT");
    return statements;
  }

  private static List<String> discard() {
    List<String> statements = new ArrayList<>();
    TABLES.forEach(table -> statements.add("DROP TABLE IF EXISTS tutti." + table));
    statements.add("DROP TABLE IF EXISTS tutti.kept_process");
    return statements;
  }
}

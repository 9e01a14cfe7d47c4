package io.tutti.plugins.mysql;

import java.util.Set;
import java.util.TreeSet;

/**
 * The system variables and status counters that are read from every MySQL, under all names that any
 * release knows; what a server lacks is left out when its variables are learned.
 */
final class MySqlSettings {
  private static final Set<String> IDENTITY =
      Set.of(
          "server_uuid",
          "server_id",
          "hostname",
          "port",
          "report_host",
          "report_port",
          "have_ssl",
          "version",
          "version_comment");

  private static final Set<String> WRITE_PROTECTION =
      Set.of("read_only", "super_read_only", "offline_mode", "persisted_globals_load");

  private static final Set<String> BINLOG =
      Set.of(
          "log_bin",
          "log_bin_basename",
          "log_slave_updates",
          "log_replica_updates",
          "binlog_format",
          "binlog_row_image",
          "binlog_row_metadata",
          "binlog_row_value_options",
          "binlog_checksum",
          "binlog_error_action",
          "binlog_order_commits",
          "binlog_group_commit_sync_delay",
          "binlog_group_commit_sync_no_delay_count",
          "binlog_transaction_compression",
          "binlog_transaction_dependency_tracking",
          "binlog_transaction_dependency_history_size",
          "transaction_write_set_extraction",
          "binlog_expire_logs_seconds",
          "expire_logs_days",
          "max_binlog_size",
          "gtid_mode",
          "enforce_gtid_consistency",
          "binlog_gtid_simple_recovery");

  private static final Set<String> DURABILITY =
      Set.of(
          "sync_binlog",
          "innodb_flush_log_at_trx_commit",
          "innodb_flush_log_at_timeout",
          "innodb_flush_method",
          "innodb_doublewrite",
          "innodb_support_xa",
          "sync_relay_log",
          "sync_relay_log_info",
          "sync_master_info",
          "sync_source_info",
          "relay_log_recovery",
          "relay_log_info_repository",
          "master_info_repository");

  private static final Set<String> RELAY_LOG =
      Set.of(
          "relay_log_basename",
          "relay_log_purge",
          "relay_log_space_limit",
          "max_relay_log_size",
          "skip_slave_start",
          "skip_replica_start",
          "sql_slave_skip_counter",
          "sql_replica_skip_counter",
          "rpl_stop_slave_timeout",
          "rpl_stop_replica_timeout");

  /** Without their prefix {@code slave_} or {@code replica_}. */
  private static final Set<String> APPLIER =
      Set.of(
          "parallel_workers",
          "parallel_type",
          "preserve_commit_order",
          "checkpoint_group",
          "checkpoint_period",
          "pending_jobs_size_max",
          "transaction_retries",
          "net_timeout",
          "exec_mode",
          "skip_errors",
          "type_conversions",
          "compressed_protocol");

  private static final Set<String> SEMI_SYNC =
      Set.of(
          "rpl_semi_sync_master_enabled",
          "rpl_semi_sync_master_timeout",
          "rpl_semi_sync_master_wait_for_slave_count",
          "rpl_semi_sync_master_wait_no_slave",
          "rpl_semi_sync_master_wait_point",
          "rpl_semi_sync_slave_enabled",
          "rpl_semi_sync_source_enabled",
          "rpl_semi_sync_source_timeout",
          "rpl_semi_sync_source_wait_for_replica_count",
          "rpl_semi_sync_source_wait_no_replica",
          "rpl_semi_sync_source_wait_point",
          "rpl_semi_sync_replica_enabled");

  private static final Set<String> OTHER =
      Set.of(
          "performance_schema",
          "require_secure_transport",
          "time_zone",
          "lower_case_table_names",
          "event_scheduler",
          "init_connect",
          "max_connections",
          "auto_increment_increment",
          "auto_increment_offset");

  private static final Set<String> COUNTERS =
      Set.of(
          "Binlog_cache_disk_use",
          "Binlog_cache_use",
          "Bytes_received",
          "Bytes_sent",
          "Com_commit",
          "Com_delete",
          "Com_insert",
          "Com_replace",
          "Com_replica_start",
          "Com_replica_stop",
          "Com_slave_start",
          "Com_slave_stop",
          "Com_update",
          "Connections",
          "Innodb_os_log_fsyncs",
          "Innodb_row_lock_waits",
          "Innodb_rows_deleted",
          "Innodb_rows_inserted",
          "Innodb_rows_updated",
          "Questions",
          "Slave_heartbeat_period",
          "Slave_open_temp_tables",
          "Slave_received_heartbeats",
          "Replica_open_temp_tables",
          "Slave_retried_transactions",
          "Threads_connected",
          "Threads_running",
          "Rpl_semi_sync_master_no_tx",
          "Rpl_semi_sync_master_yes_tx",
          "Rpl_semi_sync_master_wait_sessions",
          "Rpl_semi_sync_source_no_tx",
          "Rpl_semi_sync_source_yes_tx",
          "Rpl_semi_sync_source_wait_sessions");

  private MySqlSettings() {}

  static Set<String> variables() {
    Set<String> names = new TreeSet<>();
    for (Set<String> group :
        java.util.List.of(
            IDENTITY, WRITE_PROTECTION, BINLOG, DURABILITY, RELAY_LOG, SEMI_SYNC, OTHER)) {
      names.addAll(group);
    }
    for (String name : APPLIER) {
      names.add("slave_" + name);
      names.add("replica_" + name);
    }
    return names;
  }

  static Set<String> counters() {
    return COUNTERS;
  }
}

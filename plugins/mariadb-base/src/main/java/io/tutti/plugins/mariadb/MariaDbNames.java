package io.tutti.plugins.mariadb;

import java.util.Set;

/** The names that are read at every poll; those that a release does not have are left out. */
final class MariaDbNames {
  /** Host name, port, server id and data directory; what exists beside is welcome. */
  static final int FINGERPRINT_PARTS_MIN = 4;

  static final String PARALLEL_MODE = "slave_parallel_mode";

  static final Set<String> SETTINGS =
      Set.of(
          // who it is
          "server_id",
          "server_uid",
          "hostname",
          "port",
          "datadir",
          "report_host",
          "report_port",
          "have_ssl",
          // who may write
          "read_only",
          "init_connect",
          // binlog
          "log_bin",
          "log_slave_updates",
          "binlog_format",
          "binlog_row_image",
          "binlog_row_metadata",
          "binlog_checksum",
          "binlog_storage_engine",
          "binlog_commit_wait_count",
          "binlog_commit_wait_usec",
          "expire_logs_days",
          "binlog_expire_logs_seconds",
          // GTID
          "gtid_domain_id",
          "gtid_strict_mode",
          "gtid_ignore_duplicates",
          "gtid_current_pos",
          "gtid_binlog_pos",
          "gtid_binlog_state",
          "gtid_slave_pos",
          "gtid_pos_auto_engines",
          "gtid_cleanup_batch_size",
          // durability
          "sync_binlog",
          "innodb_flush_log_at_trx_commit",
          "innodb_flush_log_at_timeout",
          "innodb_doublewrite",
          "sync_relay_log",
          "sync_relay_log_info",
          "sync_master_info",
          "relay_log_recovery",
          "relay_log_purge",
          "relay_log_space_limit",
          // applier
          "slave_parallel_threads",
          "slave_domain_parallel_threads",
          "slave_parallel_max_queued",
          "slave_transaction_retries",
          "slave_transaction_retry_interval",
          "slave_max_statement_time",
          "slave_exec_mode",
          "slave_ddl_exec_mode",
          "slave_net_timeout",
          "skip_slave_start",
          "binlog_alter_two_phase",
          // semi-sync
          "rpl_semi_sync_master_enabled",
          "rpl_semi_sync_master_timeout",
          "rpl_semi_sync_master_wait_point",
          "rpl_semi_sync_master_wait_no_slave",
          "rpl_semi_sync_slave_enabled",
          "init_rpl_role",
          // clients
          "max_connections",
          // cluster
          "wsrep_on");

  /**
   * Variables that exist once for each connection. Reading one takes the lock that STOP SLAVE holds
   * while it waits for the workers: on 10.1.8 it hung until they were done, on 10.2.11 and later
   * not. Where SHOW SLAVE STATUS hangs for a full disk, they hang on later releases, too (10.11.5).
   */
  static final Set<String> OF_A_CONNECTION =
      Set.of(
          PARALLEL_MODE,
          "sql_slave_skip_counter",
          "max_relay_log_size",
          "replicate_do_db",
          "replicate_do_table",
          "replicate_ignore_db",
          "replicate_ignore_table",
          "replicate_rewrite_db",
          "replicate_wild_do_table",
          "replicate_wild_ignore_table");

  static final Set<String> COUNTERS =
      Set.of(
          "Binlog_commits",
          "Binlog_group_commits",
          "Binlog_group_commit_trigger_count",
          "Binlog_group_commit_trigger_lock_wait",
          "Binlog_group_commit_trigger_timeout",
          "Binlog_bytes_written",
          "Binlog_cache_use",
          "Binlog_cache_disk_use",
          "Com_stop_all_slaves",
          "Com_stop_slave",
          "Key_write_requests",
          "Questions",
          "Rpl_semi_sync_master_no_tx",
          "Rpl_semi_sync_master_yes_tx",
          "Rpl_transactions_multi_engine",
          "Slave_connections",
          "Slave_open_temp_tables",
          "Slave_received_heartbeats",
          "Slave_retried_transactions",
          "Slave_skipped_errors",
          "Slaves_connected",
          "Slaves_running",
          "Threads_connected",
          "Threads_running",
          "Transactions_gtid_foreign_engine",
          "Transactions_multi_engine");

  private MariaDbNames() {}
}

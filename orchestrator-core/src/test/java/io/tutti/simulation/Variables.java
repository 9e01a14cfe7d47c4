package io.tutti.simulation;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The variables of one server: those of its option file, and those in force. */
final class Variables {
  static final String READ_ONLY = "read_only";
  static final String SUPER_READ_ONLY = "super_read_only";
  static final String OFFLINE = "offline_mode";

  /** It ends sessions that begin; the servers of domains have nothing else against logins. */
  static final String GATE = "init_connect";

  static final String GATE_SHUT = "shut";
  static final String WORKERS = "replica_parallel_workers";
  static final String KEEPS_ORDER = "replica_preserve_commit_order";
  static final String RECOVERS_RELAY_LOG = "relay_log_recovery";
  static final String STARTS_REPLICATION = "starts_replication";
  static final String LOGS_REPLICATED = "log_replica_updates";
  static final String SYNC_BINLOG = "sync_binlog";
  static final String SCHEDULES = "event_scheduler";
  static final String FLUSH = "innodb_flush_log_at_trx_commit";

  private final SortedMap<String, String> file = new TreeMap<>();
  private final SortedMap<String, String> inForce = new TreeMap<>();

  Variables(Naming naming) {
    file.putAll(
        Map.of(
            READ_ONLY, "OFF",
            WORKERS, "0",
            KEEPS_ORDER, "ON",
            RECOVERS_RELAY_LOG, "ON",
            STARTS_REPLICATION, "ON",
            LOGS_REPLICATED, "ON",
            SYNC_BINLOG, "1",
            FLUSH, "1"));
    if (naming.hasUuids()) {
      file.put(SUPER_READ_ONLY, "OFF");
      file.put(OFFLINE, "OFF");
    } else {
      file.put(GATE, "");
    }
    reset();
  }

  /** As at a start of the server. */
  void reset() {
    inForce.clear();
    inForce.putAll(file);
  }

  /** In the option file, and in force. */
  void configure(String name, String value) {
    file.put(name, value);
    set(name, value);
  }

  /** In force until the next start. */
  void set(String name, String value) {
    inForce.put(name, value);
    if (name.equals(SUPER_READ_ONLY) && value.equals("ON")) {
      inForce.put(READ_ONLY, "ON");
    }
    if (name.equals(READ_ONLY) && value.equals("OFF")) {
      inForce.replace(SUPER_READ_ONLY, "OFF");
    }
  }

  boolean has(String name) {
    return inForce.containsKey(name);
  }

  String text(String name) {
    return inForce.getOrDefault(name, "OFF");
  }

  boolean isOn(String name) {
    return text(name).equals("ON");
  }

  long number(String name) {
    return Long.parseLong(inForce.getOrDefault(name, "0"));
  }

  boolean letsClientsIn() {
    return !isOn(OFFLINE) && !text(GATE).equals(GATE_SHUT);
  }

  boolean letsClientsWrite() {
    return !isOn(READ_ONLY) && !isOn(SUPER_READ_ONLY);
  }

  SortedMap<String, String> all() {
    return new TreeMap<>(inForce);
  }
}

package io.tutti.metrics;

import java.util.List;
import java.util.Locale;

/** Every metric that there is: its name, type and labels are what alerts and graphs rely on. */
public enum Metric {
  BUILD(
      "tutti_build_info",
      Type.GAUGE,
      "Always 1; its labels say which build runs",
      "version",
      "commit",
      "java"),
  PROCESS_START(
      "process_start_time_seconds", Type.GAUGE, "When the process began, in seconds since 1970"),
  HEAP_USED("tutti_heap_used_bytes", Type.GAUGE, "How much of the heap is in use"),
  HEAP_MAX("tutti_heap_max_bytes", Type.GAUGE, "How large the heap may become"),
  VIEW_AGE(
      "tutti_view_age_seconds",
      Type.GAUGE,
      "How old the view of all servers is that the rest is taken from; it grows where nothing is"
          + " read any more"),
  CLUSTERS("tutti_clusters", Type.GAUGE, "How many clusters are known"),
  INSTANCES(
      "tutti_instances",
      Type.GAUGE,
      "How many servers are known, by how the latest contact ended: reached, failed, restored (not"
          + " yet since the start), pending (never yet)",
      "contact"),
  INSTANCE_UP(
      "tutti_instance_up",
      Type.GAUGE,
      "1 if the latest contact with a server succeeded, 0 if it failed; no sample for one that was"
          + " not contacted yet",
      "cluster",
      "instance"),
  INSTANCE_WRITABLE(
      "tutti_instance_writable",
      Type.GAUGE,
      "1 if ordinary clients can write, 0 if not; no sample where that is unknown",
      "cluster",
      "instance"),
  LAG(
      "tutti_replica_lag_seconds",
      Type.GAUGE,
      "How far a replica is behind its source, and how that was measured; no sample where it is"
          + " unknown",
      "cluster",
      "instance",
      "channel",
      "measured_by"),
  LAG_KNOWN(
      "tutti_replica_lag_known",
      Type.GAUGE,
      "1 if the lag of a channel is known, 0 if not",
      "cluster",
      "instance",
      "channel"),
  THREAD_RUNNING(
      "tutti_replica_thread_running",
      Type.GAUGE,
      "1 if the receiver or the applier of a channel is running, 0 if it is stopped or connecting",
      "cluster",
      "instance",
      "channel",
      "thread"),
  FAILOVER_READY(
      "tutti_failover_ready",
      Type.GAUGE,
      "1 if a replica would take the place of a source that died now, 0 if a failover would be"
          + " refused, or be left to a person where it is automatic",
      "cluster",
      "instance",
      "begun"),
  FINDINGS(
      "tutti_findings",
      Type.GAUGE,
      "How many findings of a code count: those that are acknowledged, muted or in downtime do not;"
          + " 0 where there is none",
      "code",
      "severity"),
  POLLS(
      "tutti_poll_duration_seconds",
      Type.HISTOGRAM,
      "How long contacts with servers took, by how they ended: reached or failed",
      "outcome"),
  OPERATIONS_ENDED(
      "tutti_operations_ended_total",
      Type.COUNTER,
      "Operations that ended since the controller started, by how: succeeded, undone, failed; or"
          + " got stuck",
      "kind",
      "state"),
  OPERATION_DURATION(
      "tutti_operation_duration_seconds",
      Type.SUMMARY,
      "How long these took from the request to the end",
      "kind"),
  OPERATIONS_UNFINISHED(
      "tutti_operations_unfinished",
      Type.GAUGE,
      "Operations that are not settled now, stuck ones among them",
      "kind",
      "state"),
  DECISIONS(
      "tutti_recovery_decisions_total",
      Type.COUNTER,
      "How often automatic recovery came to a decision since the controller started",
      "rule",
      "decision"),
  LOGINS_REJECTED(
      "tutti_logins_rejected_total",
      Type.COUNTER,
      "Requests that had no valid token since the controller started"),
  STORE_WRITES(
      "tutti_store_write_duration_seconds",
      Type.HISTOGRAM,
      "How long durable writes to the store took"),
  STORE_FAILURES(
      "tutti_store_write_failures_total",
      Type.COUNTER,
      "Durable writes to the store that failed since the controller started"),
  STORE_CONNECTIONS(
      "tutti_store_connections",
      Type.GAUGE,
      "Connections to the store: active, idle; and threads that wait for one: waiting",
      "state"),
  LEFT_OUT(
      "tutti_channels_left_out",
      Type.GAUGE,
      "Channels without samples, as a server has more than 64 of them");

  private final String family;
  private final Type type;
  private final String meaning;
  private final List<String> labels;

  /** As Prometheus knows them. */
  public enum Type {
    GAUGE,
    COUNTER,
    HISTOGRAM,
    SUMMARY;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Metric(String family, Type type, String meaning, String... labels) {
    this.family = family;
    this.type = type;
    this.meaning = meaning;
    this.labels = List.of(labels);
  }

  /** Its name; it ends in its unit. */
  public String family() {
    return family;
  }

  public Type type() {
    return type;
  }

  /** One sentence without its stop. */
  public String meaning() {
    return meaning;
  }

  public List<String> labels() {
    return labels;
  }
}

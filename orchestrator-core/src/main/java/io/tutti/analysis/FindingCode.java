package io.tutti.analysis;

import static io.tutti.detection.SourceDetector.NOT_PROVED_MIN;
import static io.tutti.topology.Watching.FROZEN_AFTER;

import io.tutti.spi.advice.Threshold;
import java.time.Duration;
import java.util.Optional;

/**
 * The stable names of what core itself finds. Each states the world and has a page {@code
 * docs/findings/<CODE>.md}.
 */
public enum FindingCode implements FindingKind {
  INSTANCE_UNREACHABLE(Scope.INSTANCE, Severity.CRITICAL, "The instance cannot be connected to."),
  INSTANCE_SILENT(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "The instance accepts connections but does not answer: it is frozen, or the connection is"
          + " half open."),
  SOURCE_DEAD(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "A source does not answer, and its replicas have lost their connection to it.",
      dead()),
  INTERMEDIATE_SOURCE_DEAD(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "An intermediate source does not answer, and its replicas have lost their connection to it.",
      dead()),
  SOURCE_FROZEN(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "A source accepts connections but sends nothing, and its replicas receive nothing.",
      notAnswered(FROZEN_AFTER)),
  SOURCE_UNREACHABLE_FROM_HERE(
      Scope.INSTANCE,
      Severity.WARNING,
      "A source does not answer the controller, but its replicas still receive from it.",
      notAnswered(NOT_PROVED_MIN)),
  SOURCE_NOT_PROVED_DEAD(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "A source does not answer the controller, and its replicas' reports do not prove whether it"
          + " is dead or alive.",
      notAnswered(NOT_PROVED_MIN)),
  SPLIT_BRAIN(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "Two servers that were one cluster take writes, and neither replicates from the other."),
  ANOTHER_CONTROLLER(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "Another controller would fail the source over by itself, too."),
  SOURCE_READ_ONLY(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "The source of a cluster, or each co-primary, refuses writes, and Tutti has not fenced it."),
  NO_AUTOMATIC_FAILOVER(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "Failover is automatic for a cluster, and would not be done if its source died now."),
  NO_REPLICA_CAN_TAKE_OVER(
      Scope.INSTANCE,
      Severity.WARNING,
      "A failover of a source would be refused, were it to die now."),
  SOURCE_IS_ANOTHER_SERVER(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "At the address of a source another server answers than the one from which a replica"
          + " replicated."),
  SOURCE_WAITS_FOR_ACKS(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "Commits on a source wait for semi-synchronous replicas that are not connected."),
  SEMI_SYNC_LOST(
      Scope.INSTANCE,
      Severity.WARNING,
      "Commits on a source wait for no acknowledgements, though its replicas give them, or one of"
          + " them waited as a source."),
  BINLOG_DISK_FULL(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "Commits on a server wait for room on the disk of its binlogs, as it says itself."),
  COMMITS_STUCK(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "Commits on a server do not end, and what writes its binlog does not, either.",
      stuck()),
  PREPARED_TRANSACTIONS(
      Scope.INSTANCE,
      Severity.WARNING,
      "Transactions stay prepared by XA: they keep their locks, and nobody ends them.",
      prepared()),
  BINLOG_SWITCHED_OFF(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "A server with log_bin on writes no binlog any more: it met an error with it."),
  LOGIN_REFUSED(Scope.INSTANCE, Severity.CRITICAL, "The instance refuses the monitoring account."),
  CONNECTIONS_EXHAUSTED(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "The instance has no free connection, or blocks this host.",
      Threshold.percent(
          100,
          "%s or more of max_connections are taken; that a server refuses one for lack of them is"
              + " always found.")),
  TLS_MISMATCH(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "The instance and the controller do not agree on encryption."),
  SERVER_KEY_CHANGED(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "The server shows another key or certificate than before."),
  SERVER_UNTRUSTED(
      Scope.INSTANCE,
      Severity.WARNING,
      "A server asks for the password, and nobody has trusted it yet."),
  NOT_CONTACTED(
      Scope.INSTANCE,
      Severity.NOTICE,
      "An address that only other servers reported is not contacted: the settings do not allow"
          + " it."),
  STRANGER_REGISTERED(
      Scope.INSTANCE,
      Severity.WARNING,
      "A source lists a replica at an address where no server was ever read."),
  NOT_A_DATABASE_SERVER(
      Scope.INSTANCE, Severity.WARNING, "Something other than a database server answers there."),
  SERVER_UNSUPPORTED(
      Scope.INSTANCE, Severity.WARNING, "No plugin, or more than one, claims the server."),
  READING_FAILED(
      Scope.INSTANCE, Severity.CRITICAL, "The instance was reached and could not be read."),
  STATEMENT_STALLED(
      Scope.INSTANCE, Severity.WARNING, "A statement that reads status did not answer in time."),
  FACTS_UNKNOWN(Scope.INSTANCE, Severity.WARNING, "Facts that operations need could not be read."),
  STATE_FROM_BEFORE_RESTART(
      Scope.INSTANCE,
      Severity.NOTICE,
      "What is shown was read before the controller was restarted."),
  SERVER_ID_SHARED(
      Scope.INSTANCE, Severity.CRITICAL, "Two instances of a cluster have the same server_id."),
  SERVER_UUID_SHARED(Scope.INSTANCE, Severity.CRITICAL, "Two servers have the same server_uuid."),
  REPORT_HOST_WRONG(
      Scope.INSTANCE,
      Severity.NOTICE,
      "A server reports an address at which the controller does not reach it."),
  REPLICA_WRITABLE(Scope.INSTANCE, Severity.WARNING, "A replica accepts writes."),
  INTERMEDIATE_LOGS_NOTHING(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "An intermediate source does not log what it replicates, so its replicas do not receive it."),
  ERRANT_TRANSACTIONS(
      Scope.INSTANCE, Severity.WARNING, "A replica has transactions that its source never had."),
  FORMER_SOURCE_HAS_MORE(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "A source that lost its place has transactions that the new source lacks."),
  FILTERS_PASSED_ON(
      Scope.INSTANCE,
      Severity.WARNING,
      "A source filters what it replicates, so its replicas lack the same rows."),
  REPLICATION_FILTERED(
      Scope.INSTANCE,
      Severity.NOTICE,
      "A replica has replication filters, so it lacks rows on purpose."),
  FILTERS_DIFFER(
      Scope.INSTANCE, Severity.WARNING, "The replicas of one source have different filters."),
  SETTINGS_DRIFTED(
      Scope.INSTANCE,
      Severity.WARNING,
      "A parallel setting that Tutti was asked to keep has another value now."),
  IN_BACKUP_SESSION(
      Scope.INSTANCE,
      Severity.NOTICE,
      "The appliers of a replica are kept stopped so that it can be copied."),
  BACKUP_SESSION_BROKEN(
      Scope.INSTANCE,
      Severity.WARNING,
      "An applier was running during a backup session: the copy may be of another position."),
  RESTARTED_WITH_POSSIBLE_LOSS(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "The server was restarted, and may have lost commits with its process."),
  TRANSACTIONS_LOST_ON_SOURCE(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "Replicas have transactions that the restarted server lost."),
  FENCED(
      Scope.INSTANCE,
      Severity.NOTICE,
      "The instance is kept from its clients until it is unfenced."),
  FENCE_BROKEN(
      Scope.INSTANCE,
      Severity.CRITICAL,
      "The instance should be fenced, and is not, or only in part."),
  STARTED_FENCED(
      Scope.INSTANCE,
      Severity.WARNING,
      "The instance started fenced, and it is not yet proved that it lost nothing."),
  STARTS_UNFENCED(
      Scope.INSTANCE, Severity.NOTICE, "The instance took writes as soon as it had started."),
  SOURCE_STARTS_READ_ONLY(
      Scope.INSTANCE,
      Severity.WARNING,
      "A source takes writes, and its next start makes it refuse them."),
  REPLICA_STARTS_WRITABLE(
      Scope.INSTANCE,
      Severity.WARNING,
      "A replica refuses writes, and its next start makes it take them."),
  MARKED_FOR_REBUILD(
      Scope.INSTANCE,
      Severity.WARNING,
      "The instance must be rebuilt from another one; no operation uses it until then."),
  DISK_FULL(
      Scope.CHANNEL,
      Severity.CRITICAL,
      "A thread of replication waits for disk space, or ended because there was none."),
  RECEIVER_FAILED(
      Scope.CHANNEL, Severity.CRITICAL, "A receiver stopped with an error, or cannot connect."),
  RECEIVER_BEHIND_APPLIER(
      Scope.CHANNEL,
      Severity.CRITICAL,
      "A receiver fetches again, or would fetch again, what was applied already."),
  RECEIVER_STOPPED(Scope.CHANNEL, Severity.WARNING, "A receiver is stopped."),
  APPLIER_FAILED(Scope.CHANNEL, Severity.CRITICAL, "An applier stopped with an error."),
  APPLIER_STOPPED(Scope.CHANNEL, Severity.WARNING, "An applier is stopped."),
  GAPS_WHILE_STOPPED(
      Scope.CHANNEL,
      Severity.WARNING,
      "An applier is stopped with gaps: later transactions were applied, earlier ones were not."),
  SOURCE_NOT_KNOWN(Scope.CHANNEL, Severity.WARNING, "The source of a channel could never be read."),
  RELAY_LOG_SPACE_USED_UP(
      Scope.CHANNEL,
      Severity.WARNING,
      "A receiver waits, as its relay logs have reached relay_log_space_limit."),
  CLOCKS_DIFFER(
      Scope.CHANNEL,
      Severity.WARNING,
      "The clocks of a replica and its source differ, so times of one mean little on the other.",
      Threshold.duration(
          Duration.ofSeconds(1), Duration.ofSeconds(5), "They differ by more than %s.")),
  REPLICA_LAGGING(
      Scope.CHANNEL,
      Severity.WARNING,
      "A replica is far behind its source.",
      Threshold.duration(
          Duration.ZERO,
          Duration.ofSeconds(30),
          "It is behind by more than %s, beyond a configured delay.")),
  MEMBER_OF_GROUP(
      Scope.INSTANCE,
      Severity.NOTICE,
      "A server is one of a group that chooses itself who takes writes."),
  REPLICATION_RING(
      Scope.CLUSTER, Severity.NOTICE, "Instances replicate from each other in a ring."),
  SEVERAL_WRITABLE_SOURCES(
      Scope.CLUSTER, Severity.WARNING, "More than one source of a cluster accepts writes.");

  private final Scope scope;
  private final Severity severity;
  private final String description;
  private final Optional<Threshold> threshold;

  FindingCode(Scope scope, Severity severity, String description) {
    this(scope, severity, description, Optional.empty());
  }

  FindingCode(Scope scope, Severity severity, String description, Threshold threshold) {
    this(scope, severity, description, Optional.of(threshold));
  }

  FindingCode(Scope scope, Severity severity, String description, Optional<Threshold> threshold) {
    this.scope = scope;
    this.severity = severity;
    this.description = description;
    this.threshold = threshold;
  }

  @Override
  public Scope scope() {
    return scope;
  }

  @Override
  public Severity severity() {
    return severity;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Optional<Threshold> threshold() {
    return threshold;
  }

  private static Threshold notAnswered(Duration proved) {
    return Threshold.duration(proved, proved, "It has not answered the controller for %s.");
  }

  /** A very large transaction is written for longer than a second. */
  private static Threshold stuck() {
    return Threshold.duration(
        Duration.ofSeconds(1), Duration.ofSeconds(10), "The same commits have waited for %s.");
  }

  /** Coordinators end theirs within milliseconds. */
  private static Threshold prepared() {
    return Threshold.duration(
        Duration.ZERO, Duration.ofSeconds(60), "They have been seen prepared for %s.");
  }

  /** The proof takes its own time. */
  private static Threshold dead() {
    return Threshold.duration(
        Duration.ZERO, Duration.ZERO, "It is proved to be dead, and has not answered for %s.");
  }
}

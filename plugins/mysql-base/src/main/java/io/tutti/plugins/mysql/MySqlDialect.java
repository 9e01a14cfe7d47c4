package io.tutti.plugins.mysql;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.GroupMembership;
import io.tutti.model.GtidState;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.Positioning;
import io.tutti.model.ServerVersion;
import io.tutti.model.StatusCounters;
import io.tutti.model.TableCensus;
import io.tutti.model.ThreadCounts;
import io.tutti.plugins.sql.Dialect;
import io.tutti.plugins.sql.LearnedVariables;
import io.tutti.plugins.sql.OperatingGrants;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.SharedQuestions;
import io.tutti.plugins.sql.SqlApplierWaits;
import io.tutti.plugins.sql.SqlNames;
import io.tutti.plugins.sql.SqlReconnecting;
import io.tutti.plugins.sql.Work;
import io.tutti.spi.Capability;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.fence.FenceGuide;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** How MySQL is asked and understood; what differs between its lines is in the flavor. */
public final class MySqlDialect implements Dialect {
  private static final String GTID = "gtid";

  /**
   * Apart from the other variables: it waits for the lock of the GTID state, which a full disk can
   * hold.
   */
  private static final Question GTID_SETS =
      Question.plain(
          GTID,
          "SELECT @@global.gtid_mode AS mode, @@global.gtid_executed AS executed,"
              + " @@global.gtid_purged AS purged",
          "");

  /** Needs no PROCESS, but performance_schema. */
  private static final Question DUMP_THREADS =
      new Question(
          SharedQuestions.DUMP_THREADS,
          "SELECT … FROM performance_schema.threads",
          "SELECT PROCESSLIST_ID AS ID, PROCESSLIST_HOST AS HOST FROM performance_schema.threads"
              + " WHERE PROCESSLIST_COMMAND LIKE 'Binlog Dump%'",
          "SELECT ON performance_schema.threads");

  private static final Question PERSISTED =
      new Question(
          SharedQuestions.PERSISTED,
          "SELECT … FROM performance_schema.persisted_variables",
          "SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value"
              + " FROM performance_schema.persisted_variables",
          "SELECT ON performance_schema.persisted_variables");

  /** Needs no PROCESS, but performance_schema. */
  private static final Question COMMITTING =
      new Question(
          SharedQuestions.COMMITTING,
          "SELECT … FROM performance_schema.threads",
          "SELECT PROCESSLIST_ID AS ID, PROCESSLIST_STATE AS STATE FROM performance_schema.threads"
              + " WHERE PROCESSLIST_TIME >= "
              + SharedQuestions.COMMITTING_SECONDS_MIN
              + " AND (PROCESSLIST_STATE IN ("
              + SharedQuestions.quoted(SharedQuestions.IN_COMMIT)
              + ") OR PROCESSLIST_INFO LIKE 'COMMIT%')",
          "SELECT ON performance_schema.threads");

  /**
   * "Disk is full writing '…/binlog.000001' …": printed when a write begins to wait, and each ten
   * minutes while it does.
   */
  private static final Question NO_ROOM =
      new Question(
          SharedQuestions.NO_ROOM,
          "SELECT … FROM performance_schema.error_log",
          "SELECT CONCAT_WS(' ', LOGGED, DATA) AS line FROM performance_schema.error_log"
              + " WHERE ERROR_CODE = 'MY-000035' AND LOGGED > NOW() - INTERVAL 11 MINUTE"
              + " AND LOCATE(CONCAT('/', SUBSTRING_INDEX(@@global.log_bin_basename, '/', -1), '.'),"
              + " DATA) > 0 ORDER BY LOGGED DESC LIMIT 1",
          "SELECT ON performance_schema.error_log");

  /** Whatever the value: COMPILED, or one of an option file, is what the server started with. */
  private static final Question SET_SINCE_START =
      new Question(
          SharedQuestions.SET_SINCE_START,
          "SELECT … FROM performance_schema.variables_info",
          "SELECT VARIABLE_NAME AS name FROM performance_schema.variables_info"
              + " WHERE VARIABLE_SOURCE = 'DYNAMIC'"
              + " AND VARIABLE_NAME IN ('offline_mode', 'super_read_only', 'read_only')",
          "SELECT ON performance_schema.variables_info");

  /** There while component_replication_applier_metrics is installed (9.7.4); in nanoseconds. */
  private static final SqlApplierWaits.Table APPLIER_METRICS =
      new SqlApplierWaits.Table(
          "performance_schema.replication_applier_metrics",
          OperatingGrants.APPLIER_METRICS,
          "INSTALL COMPONENT 'file://component_replication_applier_metrics' lets it add that up",
          Map.of(
              "WAITS_FOR_WORK_FROM_SOURCE", "for the source",
              "WAITS_FOR_AVAILABLE_WORKER", "for a worker that is free",
              "WAITS_COMMIT_SCHEDULE_DEPENDENCY", "for transactions on which the next one depends",
              "WAITS_FOR_WORKER_QUEUE_MEMORY",
                  "for memory of a worker's queue (replica_pending_jobs_size_max)",
              "WAITS_WORKER_QUEUES_FULL", "for room in a worker's queue",
              "WAITS_DUE_TO_COMMIT_ORDER", "for preceding transactions to commit"));

  /** The password is beside it, so no more than this column is granted. */
  static final Question KEPT_LOGINS =
      Question.plain(
          "kept-logins",
          "SELECT User_name FROM mysql.slave_master_info",
          OperatingGrants.KEPT_LOGINS);

  private final MySqlFlavor flavor;

  public MySqlDialect(MySqlFlavor flavor) {
    this.flavor = flavor;
  }

  @Override
  public String flavor() {
    return flavor.id();
  }

  @Override
  public Set<Capability> capabilities() {
    return flavor.capabilities();
  }

  @Override
  public Set<String> settings() {
    return MySqlSettings.variables();
  }

  @Override
  public Set<String> counters() {
    return MySqlSettings.counters();
  }

  @Override
  public ThreadCounts threadCounts(StatusCounters counters) {
    return new ThreadCounts(
        renamed(counters, "Com_replica_start", "Com_slave_start"),
        renamed(counters, "Com_replica_stop", "Com_slave_stop"),
        counters.count("Slave_retried_transactions"),
        changedRows(counters));
  }

  private static Observed<Long> changedRows(StatusCounters counters) {
    Observed<Long> rows = Observed.known(0L);
    for (String name :
        List.of("Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted")) {
      rows = rows.flatMap(sum -> counters.count(name).map(more -> sum + more));
    }
    return rows;
  }

  private static Observed<Long> renamed(StatusCounters counters, String name, String older) {
    Observed<Long> count = counters.count(name);
    return count.isKnown() ? count : counters.count(older);
  }

  @Override
  public List<Question> questions(ServerVersion version, LearnedVariables variables) {
    boolean hasSchema =
        hasReceiverTable() && !variables.find("performance_schema").equals(Optional.of("OFF"));
    List<Question> questions = questions(version, hasSchema);
    ReplicationGroup.question(version, variables).ifPresent(questions::add);
    return questions;
  }

  /** From 8.0 on it takes a privilege; 5.6 shows the bytes of an XID as they are. */
  @Override
  public Question xaRecover(ServerVersion version) {
    return Question.plain(
        SharedQuestions.XA_RECOVER,
        version.isAtLeast(5, 7, 7) ? "XA RECOVER CONVERT XID" : "XA RECOVER",
        version.isAtLeast(8, 0, 1) ? "XA_RECOVER_ADMIN ON *.*" : "");
  }

  @Override
  public Observed<GroupMembership> group(LearnedVariables variables, Reading reading) {
    Observed<GroupMembership> own = ReplicationGroup.of(variables, reading);
    return own.isKnown() ? own : Dialect.super.group(variables, reading);
  }

  @Override
  public Set<String> progressQuestions() {
    return Set.of(
        SharedQuestions.SETTINGS,
        GTID,
        SharedQuestions.BINLOG_POSITION,
        SharedQuestions.REPLICA_STATUS);
  }

  @Override
  public List<Question> seldomQuestions(ServerVersion version, LearnedVariables variables) {
    return variables.find("performance_schema").equals(Optional.of("OFF"))
        ? List.of()
        : List.of(WrittenTables.QUESTION, WrittenTables.foreignKeyParents(version));
  }

  @Override
  public Observed<TableCensus> tables(Reading reading) {
    return WrittenTables.of(reading);
  }

  /**
   * @param hasSchema whether performance_schema is there and switched on
   */
  List<Question> questions(ServerVersion version, boolean hasSchema) {
    ReplicationTerms terms = flavor.terms().apply(version);
    List<Question> questions = new ArrayList<>();
    questions.add(GTID_SETS);
    questions.add(terms.binlogPosition());
    questions.add(terms.replicaStatus());
    if (hasReceiverTable()) {
      questions.addAll(ReceiverHeartbeats.questions(version, hasSchema));
    }
    if (hasSchema) {
      persistedSettings(version)
          .ifPresent(persisted -> questions.addAll(List.of(persisted, SET_SINCE_START)));
    }
    questions.addAll(flavor.workers().questions());
    questions.add(WorkerCheckpoints.question(version));
    questions.add(terms.registeredReplicas());
    questions.add(hasSchema ? DUMP_THREADS : SharedQuestions.dumpThreads());
    return questions;
  }

  @Override
  public List<Question> stuckCommits(ServerVersion version, LearnedVariables variables) {
    if (!hasReceiverTable() || variables.find("performance_schema").equals(Optional.of("OFF"))) {
      return List.of(SharedQuestions.committing());
    }
    return version.isAtLeast(8, 0, 22) ? List.of(COMMITTING, NO_ROOM) : List.of(COMMITTING);
  }

  @Override
  public Optional<Question> persistedSettings(ServerVersion version) {
    return flavor.capabilities().contains(Capability.PERSISTED_SETTINGS)
        ? Optional.of(PERSISTED)
        : Optional.empty();
  }

  @Override
  public Optional<SqlApplierWaits.Table> applierWaits() {
    return flavor.capabilities().contains(Capability.APPLIER_WAITS)
        ? Optional.of(APPLIER_METRICS)
        : Optional.empty();
  }

  @Override
  public ReplicationStatements statements(ServerVersion version) {
    return new MySqlStatements(version);
  }

  @Override
  public OperatingGrants operatingGrants(ServerVersion version) {
    return new MySqlOperatingGrants(version);
  }

  @Override
  public FenceGuide fencing(ServerVersion version) {
    return MySqlFencing.of(version);
  }

  @Override
  public Question clientSessions(ServerVersion version) {
    return MySqlFencing.sessions(version);
  }

  @Override
  public boolean clones(ServerVersion version) {
    return version.isAtLeast(8, 0, 17);
  }

  @Override
  public ChannelOptions channelOptions(
      ServerVersion version, String channel, Function<Question, Rows> ask) {
    return MySqlChannelOptions.read(
        version, channel, flavor.terms().apply(version).replicaStatus(), ask);
  }

  /** For accounts of caching_sha2_password, whose password is not sent in plain. */
  @Override
  public String linkOptions(ServerVersion version) {
    return version.isAtLeast(8, 0, 23)
        ? ", GET_SOURCE_PUBLIC_KEY=1"
        : version.isAtLeast(8, 0, 4) ? ", GET_MASTER_PUBLIC_KEY=1" : "";
  }

  /** Without FOR CHANNEL, 5.7 and later refuse where there are several. */
  @Override
  public String relayLogEvents(ServerVersion version, String channel, String place) {
    return "SHOW RELAYLOG EVENTS"
        + place
        + (version.isAtLeast(5, 7, 0) ? " FOR CHANNEL " + SqlNames.quoted(channel) : "");
  }

  /** While a receiver runs, its status has the login that it was started with. */
  @Override
  public Optional<SqlReconnecting.Words> reconnecting() {
    return hasReceiverTable()
        ? Optional.of(
            new SqlReconnecting.Words(
                version -> flavor.terms().apply(version).replicaStatus(),
                version -> Optional.of(KEPT_LOGINS),
                Work.SKIP_NEXT))
        : Optional.empty();
  }

  private boolean hasReceiverTable() {
    return flavor.capabilities().contains(Capability.MULTI_SOURCE);
  }

  /**
   * The server UUID alone would take two servers with a copied auto.cnf for one; what the server
   * calls its host and port is the same under every name that leads to it.
   */
  @Override
  public Optional<Question> errorLog(ServerVersion version, long fromSecond, long toSecond) {
    if (!version.isAtLeast(8, 0, 22)) {
      return Optional.empty();
    }
    String sql =
        "SELECT CONCAT_WS(' ', LOGGED, PRIO, ERROR_CODE, DATA) AS line"
            + " FROM performance_schema.error_log"
            + " WHERE UNIX_TIMESTAMP(LOGGED) BETWEEN %d AND %d ORDER BY LOGGED LIMIT 40"
                .formatted(fromSecond, toSecond);
    return Optional.of(
        new Question(
            "error-log",
            "SELECT … FROM performance_schema.error_log",
            sql,
            "SELECT ON performance_schema.error_log"));
  }

  @Override
  public Observed<String> fingerprint(Reading reading) {
    return reading
        .text("server_uuid")
        .flatMap(uuid ->
            reading
                .text("hostname")
                .flatMap(host -> reading.text("port").map(port -> uuid + "@" + host + ":" + port)));
  }

  @Override
  public GtidState gtid(Reading reading) {
    Observed<Row> sets = reading.answers().row(GTID, "the server has no GTIDs");
    return new GtidState(
        sets.map(row -> row.textOrEmpty("mode")),
        sets.flatMap(row -> set(reading, "gtid_executed", row.textOrEmpty("executed"))),
        Observed.absent("it is what gtid_executed holds"),
        sets.flatMap(row -> set(reading, "gtid_purged", row.textOrEmpty("purged"))));
  }

  @Override
  public ParallelSettings parallel(Reading reading) {
    return new ParallelSettings(
        reading.number("replica_parallel_workers", "slave_parallel_workers"),
        reading.text("replica_parallel_type", "slave_parallel_type"),
        reading.flag("replica_preserve_commit_order", "slave_preserve_commit_order"));
  }

  @Override
  public Observed<List<Channel>> channels(Reading reading) {
    return reading
        .rows(SharedQuestions.REPLICA_STATUS)
        .map(rows ->
            rows.all().stream()
                .flatMap(row -> channel(reading, new ReplicaStatus(row, reading.zone())).stream())
                .toList());
  }

  private Optional<Channel> channel(Reading reading, ReplicaStatus status) {
    String uuid = status.row().textOrEmpty("Master_UUID", "Source_UUID");
    return status.channel(
        new ReplicaStatus.Supplement(
            uuid.isEmpty()
                ? Observed.absent("no contact with the source yet")
                : Observed.known(uuid),
            status.row().textOrEmpty("Auto_Position").equals("1")
                ? Positioning.AUTO_POSITION
                : Positioning.LOG_POSITION,
            retrieved(reading, status),
            ReceiverHeartbeats.period(reading, status),
            ReceiverHeartbeats.received(reading, status),
            Observed.known(status.appliersWords()),
            flavor.workers().workers(reading, status),
            flavor.lag().lag(reading, status)));
  }

  static Observed<GtidSet> retrieved(Reading reading, ReplicaStatus status) {
    return set(
        reading,
        "Retrieved_Gtid_Set of channel '" + status.channelName() + "'",
        status.row().textOrEmpty("Retrieved_Gtid_Set"));
  }

  /** The executed set of the moment when the channels were read. */
  static Observed<GtidSet> executed(Reading reading, ReplicaStatus status) {
    return set(reading, "Executed_Gtid_Set", status.row().textOrEmpty("Executed_Gtid_Set"));
  }

  private static Observed<GtidSet> set(Reading reading, String slot, String text) {
    return reading.gtidSet(slot, text, MySqlGtidSet::parse);
  }
}

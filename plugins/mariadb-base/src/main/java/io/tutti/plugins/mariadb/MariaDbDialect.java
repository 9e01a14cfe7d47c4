package io.tutti.plugins.mariadb;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.ServerVersion;
import io.tutti.model.StatusCounters;
import io.tutti.model.ThreadCounts;
import io.tutti.model.Worker;
import io.tutti.plugins.sql.Dialect;
import io.tutti.plugins.sql.LearnedVariables;
import io.tutti.plugins.sql.OperatingGrants;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.SharedQuestions;
import io.tutti.plugins.sql.SqlFenceGuide;
import io.tutti.plugins.sql.SqlNames;
import io.tutti.plugins.sql.SqlReconnecting;
import io.tutti.plugins.sql.SqlReplicaAcks;
import io.tutti.plugins.sql.Work;
import io.tutti.spi.Capability;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.fence.FenceGuide;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements of MariaDB 10.0 and later and what their answers mean. One class for all releases:
 * they differ in privileges, in columns and in variables, each of which is looked up.
 *
 * @param flavor the plugin's id
 */
record MariaDbDialect(String flavor) implements Dialect {
  static final Set<Capability> CAPABILITIES =
      Set.of(Capability.MULTI_SOURCE, Capability.DOMAIN_GTID, Capability.WORKER_STATE);

  /** Whoever sets a variable, SQL is where its value comes from then, whatever the value. */
  private static final Question SET_SINCE_START =
      new Question(
          SharedQuestions.SET_SINCE_START,
          "SELECT … FROM information_schema.SYSTEM_VARIABLES",
          "SELECT LOWER(VARIABLE_NAME) AS name FROM information_schema.SYSTEM_VARIABLES"
              + " WHERE GLOBAL_VALUE_ORIGIN = 'SQL'"
              + " AND VARIABLE_NAME IN ('READ_ONLY', '%s')"
                  .formatted(SqlFenceGuide.GATE.toUpperCase(Locale.ROOT)),
          "");

  /** Older releases show the bytes of an XID as they are. */
  @Override
  public Question xaRecover(ServerVersion version) {
    return Question.plain(
        SharedQuestions.XA_RECOVER,
        version.isAtLeast(10, 3, 3) ? "XA RECOVER FORMAT='SQL'" : "XA RECOVER",
        "");
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Set<String> settings() {
    return MariaDbNames.SETTINGS;
  }

  @Override
  public Set<String> hangingVariables() {
    return MariaDbNames.OF_A_CONNECTION;
  }

  @Override
  public Set<String> counters() {
    return MariaDbNames.COUNTERS;
  }

  @Override
  public ThreadCounts threadCounts(StatusCounters counters) {
    return new ThreadCounts(
        Observed.absent("it is not read here"),
        counters
            .count("Com_stop_slave")
            .flatMap(ofOne -> counters.count("Com_stop_all_slaves").map(ofAll -> ofOne + ofAll)),
        counters.count("Slave_retried_transactions"),
        Observed.absent("its GTIDs count its transactions"));
  }

  @Override
  public List<Question> questions(ServerVersion version, LearnedVariables variables) {
    MonitoringGrants grants = new MonitoringGrants(version);
    return List.of(
        Question.plain(
            SharedQuestions.REPLICA_STATUS, "SHOW ALL SLAVES STATUS", grants.forConnections()),
        Question.plain(
            SharedQuestions.BINLOG_POSITION, "SHOW MASTER STATUS", grants.forBinlogPosition()),
        Question.plain(
            SharedQuestions.REGISTERED_REPLICAS,
            "SHOW SLAVE HOSTS",
            grants.forRegisteredReplicas()),
        SharedQuestions.dumpThreads(),
        ReplicationThreads.question(),
        ofDefaultConnection(version));
  }

  /** The server lists all its variables for it, whatever is asked for. */
  @Override
  public List<Question> seldomQuestions(ServerVersion version, LearnedVariables variables) {
    return version.isAtLeast(10, 1, 1) ? List.of(SET_SINCE_START) : List.of();
  }

  @Override
  public ChannelOptions channelOptions(
      ServerVersion version, String channel, Function<Question, Rows> ask) {
    return MariaDbChannelOptions.read(
        channel,
        Question.plain(
            SharedQuestions.REPLICA_STATUS,
            "SHOW ALL SLAVES STATUS",
            new MonitoringGrants(version).forConnections()),
        ask);
  }

  @Override
  public ReplicationStatements statements(ServerVersion version) {
    return new MariaDbStatements();
  }

  /**
   * A receiver that stops ends its session on its source over a connection of its own, since
   * semi-sync is a part of the server (10.3).
   */
  @Override
  public Optional<SqlReplicaAcks.Names> replicaAcks() {
    return Optional.of(
        new SqlReplicaAcks.Names(
            "rpl_semi_sync_slave_enabled", "rpl_semi_sync_slave_kill_conn_timeout"));
  }

  /** Its START takes no login. */
  @Override
  public Optional<SqlReconnecting.Words> reconnecting() {
    return Optional.of(
        new SqlReconnecting.Words(
            version ->
                Question.plain(
                    SharedQuestions.REPLICA_STATUS,
                    "SHOW ALL SLAVES STATUS",
                    new MonitoringGrants(version).forConnections()),
            version -> Optional.empty(),
            Work.THREADS));
  }

  @Override
  public FenceGuide fencing(ServerVersion version) {
    return MariaDbFencing.of(version);
  }

  @Override
  public Question clientSessions(ServerVersion version) {
    return MariaDbFencing.sessions();
  }

  @Override
  public String relayLogEvents(ServerVersion version, String channel, String place) {
    return "SHOW RELAYLOG " + SqlNames.quoted(channel) + " EVENTS" + place;
  }

  @Override
  public String grantForLogFiles(ServerVersion version) {
    return new MonitoringGrants(version).forBinlogPosition();
  }

  @Override
  public String grantForEvents(ServerVersion version, LogReader.Log log) {
    return new MonitoringGrants(version).forEvents(log);
  }

  @Override
  public OperatingGrants operatingGrants(ServerVersion version) {
    return new MariaDbOperatingGrants(version);
  }

  @Override
  public List<String> choosing(String channel) {
    return MariaDbStatements.choosing(channel);
  }

  private static Question ofDefaultConnection(ServerVersion version) {
    String skips = "@@global.sql_slave_skip_counter AS sql_slave_skip_counter";
    String mode = "@@global.slave_parallel_mode AS " + MariaDbNames.PARALLEL_MODE;
    return new Question(
        SharedQuestions.HANGING_SETTINGS,
        "SELECT @@global.sql_slave_skip_counter, …",
        "SELECT " + (hasModes(version) ? skips + ", " + mode : skips),
        "");
  }

  private static boolean hasModes(ServerVersion version) {
    return version.isAtLeast(10, 1, 3);
  }

  @Override
  public boolean asksCountersLast(ServerVersion version) {
    return CounterSafety.isAffected(version);
  }

  @Override
  public Optional<String> counterRefusal(Reading reading) {
    return CounterSafety.refusal(
        reading.version(),
        reading.number("slave_parallel_threads"),
        modeOfDefault(reading),
        reading.rows(SharedQuestions.REPLICA_STATUS));
  }

  /**
   * MariaDB has no server UUID, so the fingerprint is what shows servers of one machine apart
   * (port, data directory) and machines (host name, and {@code server_uid} where the release has
   * it, a hash of port and hardware address). Two containers with the same host name, port, server
   * id and data directory on releases without server_uid cannot be distinguished.
   */
  @Override
  public Observed<String> fingerprint(Reading reading) {
    List<String> parts =
        Stream.of("hostname", "port", "server_id", "datadir", "server_uid")
            .flatMap(name -> reading.text(name).asOptional().stream())
            .toList();
    return parts.size() < MariaDbNames.FINGERPRINT_PARTS_MIN
        ? Observed.unknown(
            "the server does not report its host name, port, server id and data directory")
        : Observed.known(String.join("|", parts));
  }

  @Override
  public GtidState gtid(Reading reading) {
    return new GtidState(
        reading.flag("gtid_strict_mode").map(strict -> strict ? "strict" : "lenient"),
        gtidSet(reading, "gtid_current_pos"),
        reading.flag("log_bin").is(false)
            ? Observed.absent("the server writes no binlog")
            : gtidSet(reading, "gtid_binlog_pos"),
        Observed.absent("MariaDB keeps no set of purged GTIDs"),
        gtidSet(reading, "gtid_slave_pos"),
        reading.flag("log_bin").is(false)
            ? Observed.absent("the server writes no binlog")
            : gtidSet(reading, "gtid_binlog_state"));
  }

  private static Observed<GtidSet> gtidSet(Reading reading, String variable) {
    return reading
        .text(variable)
        .flatMap(text -> reading.gtidSet(variable, text, MariaDbGtidSet::parse));
  }

  @Override
  public ParallelSettings parallel(Reading reading) {
    return reading.madeOf(
        List.of(SharedQuestions.REPLICA_STATUS, SharedQuestions.HANGING_SETTINGS),
        "parallel settings",
        () -> readParallel(reading));
  }

  private static ParallelSettings readParallel(Reading reading) {
    Observed<Long> workers = reading.number("slave_parallel_threads");
    return new ParallelSettings(workers, mode(reading), preservesCommitOrder(reading, workers));
  }

  private static Observed<String> modeOfDefault(Reading reading) {
    if (!hasModes(reading.version())) {
      return Observed.absent(
          "modes came with MariaDB 10.1.3; before, it does what later releases call conservative");
    }
    return reading
        .answers()
        .row(SharedQuestions.HANGING_SETTINGS, "no row")
        .map(row -> row.textOrEmpty(MariaDbNames.PARALLEL_MODE));
  }

  /** The mode of all connections; each has its own, and the variable is the default one's. */
  private static Observed<String> mode(Reading reading) {
    Observed<String> ofDefault = modeOfDefault(reading);
    if (!hasModes(reading.version())) {
      return ofDefault;
    }
    return connections(reading)
        .flatMap(connections -> {
          Set<String> modes =
              connections.stream()
                  .flatMap(connection -> connection.parallelMode().stream())
                  .collect(Collectors.toSet());
          return switch (modes.size()) {
            case 0 -> ofDefault;
            case 1 -> Observed.known(modes.iterator().next());
            default ->
                Observed.unknown(
                    "the connections differ: "
                        + connections.stream()
                            .map(c -> "'" + c.name() + "' " + c.parallelMode().orElse("?"))
                            .collect(Collectors.joining(", ")));
          };
        });
  }

  /**
   * True where every connection commits in its source's order. That is so unless domains are
   * applied past each other, see {@link ConnectionStatus#mayReorder}; order within a domain always
   * holds.
   */
  private static Observed<Boolean> preservesCommitOrder(Reading reading, Observed<Long> workers) {
    if (workers.is(0L)) {
      return Observed.known(true);
    }
    return connections(reading)
        .map(connections -> connections.stream().noneMatch(ConnectionStatus::mayReorder));
  }

  @Override
  public Map<String, String> channelSettings(Reading reading) {
    Map<String, String> modes = new TreeMap<>();
    connections(reading).asOptional().orElse(List.of()).stream()
        .filter(connection -> !connection.name().isEmpty())
        .forEach(connection ->
            connection
                .parallelMode()
                .ifPresent(
                    mode -> modes.put(connection.name() + "." + MariaDbNames.PARALLEL_MODE, mode)));
    return modes;
  }

  @Override
  public Observed<List<Channel>> channels(Reading reading) {
    return reading.heartbeats().isEmpty()
        ? reading.madeOf(
            List.of(SharedQuestions.REPLICA_STATUS, SharedQuestions.REPLICATION_THREADS),
            "channels in the zone " + reading.zone(),
            () -> readChannels(reading))
        : readChannels(reading);
  }

  private static Observed<List<Channel>> readChannels(Reading reading) {
    Observed<List<Worker>> pool = pool(reading);
    return connections(reading)
        .map(connections ->
            connections.stream()
                .flatMap(connection -> connection.channel(pool).stream())
                .sorted(Comparator.comparing(Channel::name))
                .toList());
  }

  private static Observed<List<ConnectionStatus>> connections(Reading reading) {
    return reading
        .rows(SharedQuestions.REPLICA_STATUS)
        .flatMap(rows ->
            reading
                .number("slave_parallel_threads")
                .map(workers ->
                    rows.all().stream()
                        .map(row -> new ConnectionStatus(row, reading, workers))
                        .toList()));
  }

  private static Observed<List<Worker>> pool(Reading reading) {
    return reading
        .rows(SharedQuestions.REPLICATION_THREADS)
        .map(ReplicationThreads::workers)
        .flatMap(workers ->
            workers.isEmpty()
                ? Observed.unknown(
                    "the processlist shows no worker: the account lacks PROCESS, or the workers"
                        + " are just being started")
                : Observed.known(workers));
  }
}

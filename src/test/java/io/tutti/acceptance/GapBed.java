package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.Topology;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A replica whose workers can be made to run past a locked row, a controller that may act on it,
 * and the truth about what is missing: which row of which transaction is there. It is about one
 * channel of the replica; another one is a bed of its own.
 */
final class GapBed implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** The schemas, and on MariaDB the domains, that transactions are written to in turn. */
  private static final List<String> SCHEMAS = List.of("gap_a", "gap_b", "gap_c");

  private static final List<String> SCHEMAS_OF_SECOND = List.of("gap_x", "gap_y", "gap_z");

  private static final int WORKERS = 4;

  /** What a coordinator says that has handed out all. */
  private static final String IDLE = "read all relay log";

  private final Sandbox sandbox;
  private final RunningController controller;

  /** Of the replica, as the controller knows it. */
  private final ServerAddress known;

  private final int sourceNode;
  private final List<String> schemas;
  private final List<Written> written = new ArrayList<>();

  /** The row that was last held. */
  private String held = "";

  /** How a replica is told where it stands, and what lets its workers run past each other. */
  enum Mode {
    /** By log position; one worker for each schema. */
    POSITION,
    /** By log position; all that does not write the same rows. */
    POSITION_CLOCK,
    /** By GTID; one worker for each schema, for 9.7 all that does not write the same rows. */
    GTID
  }

  /**
   * A transaction that was written to the source: one row of one table.
   *
   * @param end where it ends in the source's binlog
   * @param gtid as its source names it; empty where it has no name
   */
  record Written(String schema, int row, String end, String gtid) {}

  private GapBed(
      Sandbox sandbox,
      RunningController controller,
      ServerAddress known,
      int sourceNode,
      List<String> schemas) {
    this.known = known;
    this.sandbox = sandbox;
    this.controller = controller;
    this.sourceNode = sourceNode;
    this.schemas = schemas;
  }

  /**
   * @param options of the replica, beside those that let its workers run
   */
  static GapBed start(ServerRelease release, Mode mode, String... options) {
    return start(release, mode, "1>2", Optional.empty(), options);
  }

  /** The replica has two sources; this is about the first one, and {@link #second} the other. */
  static GapBed ofTwoSources(ServerRelease release, Mode mode, String... options) {
    return start(release, mode, "1>2,3>2", Optional.empty(), options);
  }

  /** The channel of the second source of the same replica. Closed with this one. */
  GapBed second() {
    GapBed second = new GapBed(sandbox, controller, known, 3, SCHEMAS_OF_SECOND);
    second.createTables();
    second.discover();
    return second;
  }

  /** All of its servers answer at ::1 only. */
  static GapBed onIpv6(ServerRelease release, Mode mode, String... options) {
    return start(
        Sandbox.builder().options("bind_address=::1"),
        release,
        mode,
        "1>2",
        Optional.empty(),
        options);
  }

  /** The controller knows the replica, and reaches it, by the proxy's address only. */
  static GapBed behind(StatementProxy proxy, ServerRelease release, Mode mode, String... options) {
    return start(release, mode, "1>2", Optional.of(proxy), options);
  }

  private static GapBed start(
      ServerRelease release,
      Mode mode,
      String topology,
      Optional<StatementProxy> proxy,
      String... options) {
    return start(Sandbox.builder(), release, mode, topology, proxy, options);
  }

  private static GapBed start(
      SandboxBuilder builder,
      ServerRelease release,
      Mode mode,
      String topology,
      Optional<StatementProxy> proxy,
      String... options) {
    builder.release(release).topology(topology);
    if (mode != Mode.GTID) {
      builder.positionBased();
    }
    List<String> ofReplica = new ArrayList<>(parallel(release, mode));
    ofReplica.addAll(List.of(options));
    proxy.ifPresent(between -> ofReplica.add("report_port=" + between.port()));
    builder.options(2, ofReplica.toArray(String[]::new));
    if (mode == Mode.POSITION_CLOCK && release != ServerRelease.MYSQL_9_7) {
      for (int source : Topology.parse(topology).sourcesOf(2)) {
        builder.options(
            source,
            "transaction_write_set_extraction=XXHASH64",
            "binlog_transaction_dependency_tracking=WRITESET");
      }
    }
    Sandbox sandbox = builder.start();
    proxy.ifPresent(between -> between.leadTo(sandbox.server(2).address()));
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    ServerAddress known =
        proxy
            .map(between -> new ServerAddress("127.0.0.1", between.port()))
            .orElse(sandbox.server(2).address());
    GapBed bed = new GapBed(sandbox, RunningController.start(Map.of()), known, 1, SCHEMAS);
    bed.createTables();
    bed.discover();
    return bed;
  }

  private static List<String> parallel(ServerRelease release, Mode mode) {
    if (release.family() == ServerFamily.MARIADB) {
      return List.of(
          "slave_parallel_threads=" + WORKERS,
          "slave_domain_parallel_threads=2",
          "skip_slave_start",
          "innodb_lock_wait_timeout=600");
    }
    String word = release.has(ServerFeature.SOURCE_REPLICA_TERMS) ? "replica" : "slave";
    List<String> options =
        new ArrayList<>(
            List.of(
                word + "_parallel_workers=" + WORKERS,
                "skip_%s_start".formatted(word),
                "innodb_lock_wait_timeout=600"));
    if (mode != Mode.GTID) {
      // Otherwise a killed receiver does not know how far it had come, and fetches again.
      options.add(
          release.has(ServerFeature.SOURCE_REPLICA_TERMS)
              ? "sync_source_info=1"
              : "sync_master_info=1");
    }
    if (!release.has(ServerFeature.SOURCE_REPLICA_TERMS)) {
      // Otherwise a worker may have applied DDL and not noted it.
      options.add("sync_relay_log_info=1");
    }
    if (release == ServerRelease.MYSQL_9_7) {
      options.add("replica_preserve_commit_order=0");
    } else if (mode == Mode.POSITION_CLOCK) {
      options.add("slave_parallel_type=LOGICAL_CLOCK");
    }
    return options;
  }

  private void createTables() {
    for (String schema : schemas) {
      source()
          .execute(
              "CREATE DATABASE " + schema,
              "CREATE TABLE %s.t (id INT PRIMARY KEY)".formatted(schema));
    }
    awaitCaughtUp();
  }

  private void discover() {
    controller.awaitDiscovered(known, source().address());
  }

  RunningController controller() {
    return controller;
  }

  SandboxServer source() {
    return sandbox.server(sourceNode);
  }

  SandboxServer replica() {
    return sandbox.server(2);
  }

  private boolean isMariaDb() {
    return source().release().family() == ServerFamily.MARIADB;
  }

  private String replicaWord() {
    return source().release().has(ServerFeature.SOURCE_REPLICA_TERMS) ? "REPLICA" : "SLAVE";
  }

  /** Writes so many transactions, one row each, to the schemas in turn. */
  void write(int count) {
    for (int each = 0; each < count; each++) {
      write(schemas.get(written.size() % schemas.size()));
    }
  }

  /**
   * Lets the source begin its binlogs anew, and write other rows to the very places of all that was
   * written before, of the same lengths.
   *
   * @param before where the first of them began
   */
  void writeOthersToTheSamePlaces(String before) {
    List<Written> was = List.copyOf(written);
    for (String schema : schemas) {
      source().execute("SET SESSION sql_log_bin=0", "DELETE FROM %s.t".formatted(schema));
    }
    source().execute("RESET MASTER");
    fillUpTo(place(before));
    for (Written each : was) {
      Written other =
          said(
              each.schema(),
              "INSERT INTO %s.t VALUES (%d)".formatted(each.schema(), each.row() + 5000));
      assertThat(other.end()).isEqualTo(each.end());
    }
  }

  private void fillUpTo(long place) {
    String filler = "CREATE DATABASE IF NOT EXISTS %s /* %s */";
    String schema = schemas.getFirst();
    long begin = place(binlogEnd());
    source().execute(filler.formatted(schema, ""));
    long least = place(binlogEnd()) - begin;
    long left = place - begin - least;
    assertThat(left).isGreaterThan(least);
    source().execute(filler.formatted(schema, "x".repeat((int) (left - least))));
    assertThat(place(binlogEnd())).isEqualTo(place);
  }

  private static long place(String end) {
    return Long.parseLong(end.substring(end.indexOf(':') + 1));
  }

  /** Each row of the replica's tables, by its schema. */
  Set<String> rowsOfReplica() {
    return present();
  }

  /** What was written to the source. */
  Set<String> rowsWritten() {
    return written.stream().map(each -> each.schema() + each.row()).collect(Collectors.toSet());
  }

  /** The replica's relay logs with their index as they lie on its disk. */
  Map<String, String> relayLogsOnDisk() {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(replica().dataDirectory())) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("relay.")) {
          files.put(name, HexFormat.of().formatHex(Files.readAllBytes(file)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(files).containsKey("relay.index").hasSizeGreaterThan(2);
    return files;
  }

  /** Where the replica keeps how far it came. */
  List<String> tablesOfPlaces() {
    return Stream.of("slave_worker_info", "slave_relay_log_info", "slave_master_info")
        .map(table -> replica().query("SELECT * FROM mysql." + table).toString())
        .toList();
  }

  /** Writes on, and kills the replica in the middle: when so many of the rows are there. */
  void killWhileWriting(int count, int whenThere, String... options) throws InterruptedException {
    int before = present().size();
    Thread writing = Thread.ofVirtual().start(() -> write(count));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> present().size() >= before + whenThere);
    killReplica(options);
    writing.join();
  }

  private void write(String schema) {
    transaction(schema);
  }

  /** Says these in one transaction of the schema's domain, which writes its row last. */
  Written transaction(String schema, String... statements) {
    int row = written.size() + 1;
    List<String> all = new ArrayList<>(List.of(statements));
    all.add("INSERT INTO %s.t VALUES (%d)".formatted(schema, row));
    if (statements.length > 0) {
      all.addFirst("BEGIN");
      all.addLast("COMMIT");
    }
    Written whole = said(schema, row, all);
    written.add(whole);
    return whole;
  }

  /** Says these in a session of their own: one transaction that leaves no row to know it by. */
  Written said(String schema, String... statements) {
    return said(schema, 0, List.of(statements));
  }

  private Written said(String schema, int row, List<String> statements) {
    try (Connection connection = session(schema);
        Statement statement = connection.createStatement()) {
      return said(statement, schema, row, statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With the source, in a schema and its domain. */
  Connection session(String schema) throws SQLException {
    Connection connection = source().connect();
    connection.setCatalog(schema);
    if (isMariaDb()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION gtid_domain_id=" + (schemas.indexOf(schema) + 1));
      }
    }
    return connection;
  }

  /** The same in a session that is there. */
  Written said(Statement session, String schema, String... statements) throws SQLException {
    return said(session, schema, 0, List.of(statements));
  }

  private Written said(Statement session, String schema, int row, List<String> statements)
      throws SQLException {
    for (String sql : statements) {
      session.execute(sql);
    }
    return new Written(schema, row, binlogEnd(), gtid(session));
  }

  private String binlogEnd() {
    Row status =
        source()
            .query(
                source().release().has(ServerFeature.SOURCE_REPLICA_TERMS)
                    ? "SHOW BINARY LOG STATUS"
                    : "SHOW MASTER STATUS")
            .getFirst();
    return status.firstText("File") + ":" + status.firstText("Position");
  }

  private String gtid(Statement statement) throws SQLException {
    try (var rows =
        statement.executeQuery(
            isMariaDb() ? "SELECT @@last_gtid" : "SELECT @@global.gtid_executed")) {
      rows.next();
      String set = rows.getString(1);
      return isMariaDb() || set.isEmpty()
          ? set
          : set.substring(0, set.indexOf(':')) + ":" + set.replaceAll("(?s).*[:-]", "");
    }
  }

  /**
   * Holds the row of the next transaction on the replica, writes, and waits until the workers of
   * the other schemas have run past it.
   *
   * @return what holds it
   */
  Connection runPastALockedRow(int count) throws SQLException {
    int row = written.size() + 1;
    String schema = schemas.get(written.size() % schemas.size());
    held = "%s.t WHERE id = %d".formatted(schema, row);
    Connection lock = hold(schema, row);
    write(count);
    Set<String> free =
        schemas.stream().filter(each -> !each.equals(schema)).collect(Collectors.toSet());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(missingAnyway().stream().filter(each -> free.contains(each.schema())))
                .isEmpty());
    return lock;
  }

  /** Writes to those schemas alone, in turn, until all of it was applied. */
  void runPast(int count, String... free) {
    for (int each = 0; each < count; each++) {
      write(free[each % free.length]);
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    missingAnyway().stream().filter(each -> List.of(free).contains(each.schema())))
                .isEmpty());
  }

  /** Holds the row of the schema's next transaction on the replica. */
  Connection holdNext(String schema) throws SQLException {
    held = "%s.t WHERE id = %d".formatted(schema, written.size() + 1);
    return hold(schema, written.size() + 1);
  }

  /** Holds a row on the replica, so that the worker that shall write it waits. */
  Connection hold(String schema, int row) throws SQLException {
    Connection lock = replica().connect();
    lock.setAutoCommit(false);
    try (Statement statement = lock.createStatement()) {
      statement.execute("INSERT INTO %s.t VALUES (%d)".formatted(schema, row));
    }
    return lock;
  }

  private Set<String> present() {
    Set<String> present = new TreeSet<>();
    for (String schema : schemas) {
      replica()
          .query("SELECT id FROM %s.t".formatted(schema))
          .forEach(row -> present.add(schema + row.firstText("id")));
    }
    return present;
  }

  private List<Written> missingAnyway() {
    Set<String> present = present();
    return written.stream().filter(each -> !present.contains(each.schema() + each.row())).toList();
  }

  /** The truth: what is not there although something later is. */
  List<Written> missing() {
    Set<String> present = present();
    int newest = -1;
    for (int place = 0; place < written.size(); place++) {
      if (present.contains(written.get(place).schema() + written.get(place).row())) {
        newest = place;
      }
    }
    return written.subList(0, newest + 1).stream()
        .filter(each -> !present.contains(each.schema() + each.row()))
        .toList();
  }

  /** Kills it with -9 and starts it again; its replication then stands. */
  void killReplica(String... options) {
    replica().killHard();
    replica().start(options);
  }

  /**
   * Kills the thread that hands out the work, and then the workers, of which one waits for the row.
   */
  void killCoordinator(Connection lock) throws SQLException {
    String coordinator = coordinator();
    replica().execute("KILL " + coordinator);
    await()
        .atMost(PATIENCE)
        .until(() ->
            replica().query("SHOW PROCESSLIST").stream()
                .map(Row::values)
                .filter(row -> coordinator.equals(row.get("Id")))
                .noneMatch(row -> String.valueOf(row.get("State")).contains(IDLE)));
    replica().query("SHOW PROCESSLIST").stream()
        .map(Row::values)
        .filter(row -> "system user".equals(row.get("User")))
        .filter(row -> !String.valueOf(row.get("State")).contains("send event"))
        .map(row -> row.get("Id"))
        .forEach(this::kill);
    lock.rollback();
    awaitApplierStands();
  }

  /** One that has ended meanwhile is as good as killed. */
  private void kill(String thread) {
    try {
      replica().execute("KILL " + thread);
    } catch (SandboxException e) {
      assertThat(e).hasMessageContaining("Unknown thread");
    }
  }

  /** An operation rests as it should; else with what the replica says. */
  static void assertState(String state, JsonNode operation, GapBed bed) {
    assertThat(operation.at("/state").asString()).as(() -> operation + bed.told()).isEqualTo(state);
  }

  /** Until the operation has told of its progress twice. */
  void awaitGoingOn(String id) {
    long told = operation(id).at("/lastEvent").asLong();
    await().atMost(PATIENCE).until(() -> operation(id).at("/lastEvent").asLong() >= told + 2);
  }

  /** Holds the row of the first transaction that is left out. */
  Connection holdTheGap() throws SQLException {
    Connection lock = replica().connect();
    lock.setAutoCommit(false);
    try (Statement statement = lock.createStatement()) {
      statement.execute(
          "INSERT INTO %s VALUES (%s)".formatted(held.split(" ")[0], held.replaceAll(".*= ", "")));
    }
    return lock;
  }

  /** What the replica itself says. */
  String told() {
    StringBuilder told = new StringBuilder();
    List<String> questions =
        new ArrayList<>(List.of("SHOW %s STATUS".formatted(replicaWord()), "SHOW PROCESSLIST"));
    if (!isMariaDb()) {
      questions.add(
          "SELECT Id, Relay_log_pos, Master_log_pos, Checkpoint_master_log_pos, Checkpoint_seqno, HEX(LEFT(Checkpoint_group_bitmap, 8)) FROM mysql.slave_worker_info");
      questions.add("SELECT * FROM mysql.slave_relay_log_info");
    }
    for (String sql : questions) {
      told.append("\n").append(sql).append(": ");
      replica().query(sql).forEach(row -> told.append("\n  ").append(row.values()));
    }
    return told.toString();
  }

  /** Takes away what the failing transaction of {@link #runPastALockedRow} stumbles over. */
  void mend() {
    replica().execute("SET SESSION sql_log_bin=0", "DELETE FROM " + held);
  }

  private String coordinator() {
    return replica().query("SHOW PROCESSLIST").stream()
        .map(Row::values)
        .filter(row -> {
          String state = String.valueOf(row.get("State"));
          return state.contains(IDLE);
        })
        .map(row -> row.get("Id"))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("no coordinator in " + replica().query("SHOW PROCESSLIST")));
  }

  void awaitApplierStands() {
    await().atMost(PATIENCE).until(() -> !applierRuns());
  }

  /** How many workers the replica is set to. */
  String workers() {
    String variable =
        isMariaDb()
            ? "slave_parallel_threads"
            : replicaWord().toLowerCase(Locale.ROOT) + "_parallel_workers";
    return replica().queryValue("SELECT @@global." + variable).orElseThrow();
  }

  /** The name of the channel; empty where the replica has one source. */
  String channel() {
    return hasTwoSources() ? "n" + sourceNode : "";
  }

  private boolean hasTwoSources() {
    return sandbox.topology().sourcesOf(2).size() > 1;
  }

  private Stream<ReplicationChannel> replication() {
    return replica().replication().stream().filter(each -> each.name().equals(channel()));
  }

  /** All was applied, and the mark, which a running applier sets only now and then, tells it. */
  void awaitMark() {
    await()
        .atMost(PATIENCE)
        .until(() ->
            replica().query("SHOW %s STATUS".formatted(replicaWord())).stream()
                .filter(row -> row.firstText("Channel_Name").equals(channel()))
                .map(row ->
                    row.firstText("Relay_Master_Log_File", "Relay_Source_Log_File")
                        + ":"
                        + row.firstText("Exec_Master_Log_Pos", "Exec_Source_Log_Pos"))
                .anyMatch(written.getLast().end()::equals));
  }

  private Row status() {
    return replica().query("SHOW %s STATUS".formatted(replicaWord())).stream()
        .filter(row -> channel().isEmpty() || row.firstText("Channel_Name").equals(channel()))
        .findFirst()
        .orElseThrow();
  }

  /** Where the source's binlog ends. */
  String sourceEnd() {
    return binlogEnd();
  }

  /** All that was written to the source lies in the relay logs. */
  void awaitReceived() {
    await().atMost(PATIENCE).until(() -> receivedPlace().equals(binlogEnd()));
  }

  private String receivedFile() {
    return status().firstText("Master_Log_File", "Source_Log_File");
  }

  /** Where the receiver would go on. */
  String receivedPlace() {
    return receivedFile() + ":" + status().firstText("Read_Master_Log_Pos", "Read_Source_Log_Pos");
  }

  /** Up to where the applier has applied. */
  String appliedPlace() {
    return status().firstText("Relay_Master_Log_File", "Relay_Source_Log_File")
        + ":"
        + status().firstText("Exec_Master_Log_Pos", "Exec_Source_Log_Pos");
  }

  /** The schema of the row that was last held. */
  String heldSchema() {
    return held.substring(0, held.indexOf('.'));
  }

  /** As long as these are the same, nobody has stopped the channel. */
  List<String> threads() {
    return Stream.of("connection_status", "applier_status_by_coordinator")
        .map(table ->
            replica()
                .queryValue(
                    "SELECT THREAD_ID FROM performance_schema.replication_%s WHERE CHANNEL_NAME = '%s'"
                        .formatted(table, channel()))
                .orElse("stands"))
        .toList();
  }

  boolean applierRuns() {
    return replication().allMatch(channel -> channel.applierState().equals("Yes"));
  }

  boolean receiverRuns() {
    return replication().allMatch(channel -> channel.receiverState().equals("Yes"));
  }

  void startApplier() {
    replica().execute("START %s SQL_THREAD".formatted(replicaWord()));
  }

  String path(String verb) {
    return "/instances/" + RunningController.encoded(known.toString()) + verb;
  }

  /** The gaps of the channel, as Tutti sees them. */
  JsonNode seen() {
    Answer answer = controller.get(path("/gaps"));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    assertThat(answer.body().at("/channels")).hasSize(hasTwoSources() ? 2 : 1);
    return answer
        .body()
        .at("/channels")
        .valueStream()
        .filter(each -> each.at("/channel").asString().equals(channel()))
        .findFirst()
        .orElseThrow();
  }

  /** It names exactly the transactions that are missing, by GTID or by where they end. */
  void assertSeenExactly() {
    assertSeenExactly(missing());
  }

  /** The same, where some of what is missing leaves no row to know it by. */
  void assertSeenExactly(List<Written> truth) {
    assertThat(truth).as("the gap that this test is about").isNotEmpty();
    JsonNode seen = seen();
    assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
    assertThat(seen.at("/missingCount").asInt()).as("%s", seen).isEqualTo(truth.size());
    if (seen.at("/missingGtids").isMissingNode() || seen.at("/missingGtids").isNull()) {
      List<String> ends = new ArrayList<>();
      seen.at("/missing").forEach(each -> ends.add(each.at("/end").asString()));
      assertThat(ends).isEqualTo(truth.stream().map(Written::end).toList());
    } else {
      assertThat(numbers(seen.at("/missingGtids").asString()))
          .isEqualTo(truth.stream().map(GapBed::number).toList());
    }
  }

  /** It names all of these, and beside them nothing but some of those that came later. */
  void assertSeenAtLeast(List<Written> truth, List<Written> later) {
    JsonNode seen = seen();
    assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
    List<Written> all = new ArrayList<>(truth);
    all.addAll(later);
    if (seen.at("/missingGtids").isMissingNode() || seen.at("/missingGtids").isNull()) {
      List<String> ends = new ArrayList<>();
      seen.at("/missing").forEach(each -> ends.add(each.at("/end").asString()));
      assertThat(ends)
          .containsAll(truth.stream().map(Written::end).toList())
          .isSubsetOf(all.stream().map(Written::end).toList());
    } else {
      assertThat(numbers(seen.at("/missingGtids").asString()))
          .containsAll(truth.stream().map(GapBed::number).toList())
          .isSubsetOf(all.stream().map(GapBed::number).toList());
    }
  }

  private static long number(Written each) {
    return Long.parseLong(each.gtid().replaceAll(".*:", ""));
  }

  private static List<Long> numbers(String set) {
    return Arrays.stream(set.substring(set.indexOf(':') + 1).split(":"))
        .map(range -> range.split("-"))
        .flatMap(ends ->
            java.util.stream.LongStream.rangeClosed(
                    Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]))
                .boxed())
        .toList();
  }

  /** The steps of a dry run. */
  JsonNode plan() {
    Answer plan = controller.post(path("/gaps:close"), "{\"dryRun\":true}");
    assertThat(plan.status()).as("%s", plan.body()).isEqualTo(200);
    return plan.body().at("/steps");
  }

  Answer askToClose(String deadline) {
    return controller.post(path("/gaps:close"), "{\"deadline\":\"%s\"}".formatted(deadline));
  }

  /** Says that the row that a worker failed at was mended. */
  Answer askToCloseMended() {
    return controller.post(path("/gaps:close"), "{\"deadline\":\"PT20S\",\"mended\":true}");
  }

  Answer askToChange(String knob, String value) {
    return controller.post(
        path("/parallelism"),
        "{\"settings\":{\"%s\":\"%s\"},\"settle\":\"PT1S\"}".formatted(knob, value));
  }

  /** Changes a parallel setting and waits until the operation rests. */
  JsonNode change(String knob, String value) {
    Answer accepted = askToChange(knob, value);
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    return atRest(accepted.text("/id"));
  }

  /** Closes the gaps and waits until the operation rests. */
  JsonNode close(String deadline) {
    Answer accepted = askToClose(deadline);
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    return atRest(accepted.text("/id"));
  }

  JsonNode atRest(String id) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> operation(id).at("/atRest").asBoolean());
    return operation(id);
  }

  JsonNode operation(String id) {
    return controller.get("/operations/" + id).body();
  }

  /** The gaps are closed, and Tutti says so. */
  void assertClosed() {
    assertThat(missing()).isEmpty();
    JsonNode seen = seen();
    assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("free");
  }

  void awaitCaughtUp() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> {
          assertThat(replica().query("SHOW DATABASES").toString()).contains(schemas);
          assertThat(checksums(replica())).isEqualTo(checksums(source()));
        });
  }

  /** Lets it replicate as ever, and compares every table. */
  void assertReplicatesTheSame() {
    try {
      replica().startReplication();
    } catch (SandboxException e) {
      throw new IllegalStateException(told() + replica().query("SHOW FULL PROCESSLIST"), e);
    }
    write(6);
    awaitCaughtUp();
    assertThat(missingAnyway()).isEmpty();
    assertThat(applierRuns() && receiverRuns()).as("%s", replica().replication()).isTrue();
  }

  private Map<String, String> checksums(SandboxServer server) {
    Map<String, String> checksums = new TreeMap<>();
    for (String schema : schemas) {
      server
          .query("CHECKSUM TABLE %s.t".formatted(schema))
          .forEach(row ->
              checksums.put(row.firstText("Table"), String.valueOf(row.values().get("Checksum"))));
    }
    assertThat(checksums.values()).doesNotContain("null");
    return checksums;
  }

  @Override
  public void close() {
    controller.close();
    sandbox.close();
  }
}

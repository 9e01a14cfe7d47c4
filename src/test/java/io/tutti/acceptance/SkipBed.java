package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A replica of one or two sources, of which single transactions can be made to fail, a controller
 * that may act on it, and the truth about what it applied: which transaction left its mark.
 *
 * <p>Each transaction writes its number to the table {@code mark} of one of the schemas, beside
 * whatever else it does, and those marks are compared.
 */
final class SkipBed implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Sandbox sandbox;
  private final RunningController controller;
  private final int sources;

  /** Where the controller finds the replica. */
  private final ServerAddress known;

  private final Set<Integer> skipped = new TreeSet<>();
  private int written;

  private SkipBed(
      Sandbox sandbox, RunningController controller, int sources, Optional<ServerAddress> known) {
    this.sandbox = sandbox;
    this.controller = controller;
    this.sources = sources;
    this.known = known.orElseGet(() -> replica().address());
  }

  /** Two channels where the release has them. */
  static SkipBed start(ServerRelease release, boolean byGtid, String... options) {
    return start(release, byGtid, Optional.empty(), List.of(options));
  }

  /** The controller knows the replica by the proxy alone. */
  static SkipBed behind(StatementProxy proxy, ServerRelease release, boolean byGtid) {
    return start(release, byGtid, Optional.of(proxy), List.of("report_port=" + proxy.port()));
  }

  private static SkipBed start(
      ServerRelease release, boolean byGtid, Optional<StatementProxy> proxy, List<String> options) {
    boolean two = release.has(ServerFeature.MULTI_SOURCE);
    int replica = two ? 3 : 2;
    SandboxBuilder builder = Sandbox.builder().release(release).topology(two ? "1>3,2>3" : "1>2");
    if (!byGtid) {
      builder.positionBased();
    }
    Sandbox sandbox = builder.options(replica, options.toArray(String[]::new)).start();
    proxy.ifPresent(between -> between.leadTo(sandbox.server(replica).address()));
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    SkipBed bed =
        new SkipBed(
            sandbox,
            RunningController.start(Map.of()),
            two ? 2 : 1,
            proxy.map(between -> new ServerAddress("127.0.0.1", between.port())));
    bed.createTables();
    bed.controller.awaitDiscovered(bed.known, bed.source(1).address());
    return bed;
  }

  /**
   * On MariaDB the counter alone wants SUPER since 10.5.2; refusals say so, and what they say
   * helps.
   */
  void letSkipNext() {
    if (isMariaDb()) {
      replica().execute("SET SESSION sql_log_bin=0", "GRANT SUPER ON *.* TO 'watcher'@'%'");
    }
  }

  private void createTables() {
    for (int node = 1; node <= sources; node++) {
      for (String schema : schemas(node)) {
        source(node)
            .execute(
                "CREATE DATABASE " + schema,
                "CREATE TABLE %s.mark (id INT PRIMARY KEY)".formatted(schema),
                "CREATE TABLE %s.t (id INT PRIMARY KEY, v VARCHAR(20))".formatted(schema));
      }
    }
    awaitAllMarks();
  }

  /** So that workers may run past each other. */
  private static List<String> schemas(int node) {
    return List.of(
        "skip_a%d".formatted(node), "skip_b%d".formatted(node), "skip_c%d".formatted(node));
  }

  SandboxServer source(int node) {
    return sandbox.server(node);
  }

  SandboxServer replica() {
    return sandbox.server(sources == 2 ? 3 : 2);
  }

  boolean hasTwoChannels() {
    return sources == 2;
  }

  boolean isMariaDb() {
    return replica().release().family() == ServerFamily.MARIADB;
  }

  RunningController controller() {
    return controller;
  }

  private String word() {
    return replica().release().has(ServerFeature.SOURCE_REPLICA_TERMS) ? "replica" : "slave";
  }

  /** The channel of the first source. */
  String channel() {
    return replica().replication().stream()
        .filter(channel -> channel.source().equals(source(1).address()))
        .map(ReplicationChannel::name)
        .findFirst()
        .orElseThrow();
  }

  void setWorkers(int count) {
    replica().stopReplication();
    replica()
        .execute(
            "SET GLOBAL %s = %d"
                .formatted(
                    isMariaDb() ? "slave_parallel_threads" : word() + "_parallel_workers", count));
    replica().startReplication();
  }

  /** Says it in one transaction of one source, with a mark. */
  int write(int node, String schema, String... statements) {
    int number = ++written;
    try (Connection connection = source(node).connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql : statements) {
        statement.execute(sql);
      }
      statement.execute("INSERT INTO %s.mark VALUES (%d)".formatted(schema, number));
      connection.commit();
      return number;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the replica has of its own fails the transaction: a row with the key that is inserted. */
  int failWithDuplicateKey() {
    int key = written + 1;
    unlogged("INSERT INTO skip_a1.t VALUES (%d, 'replica')".formatted(key));
    awaitMarkOfApplier();
    int failing = write(1, "skip_a1", "INSERT INTO skip_a1.t VALUES (%d, 'source')".formatted(key));
    writeOthers();
    return failing;
  }

  /** The replica lacks the row that is updated. */
  int failWithMissingRow() {
    int key = 1_000_000 + written;
    write(1, "skip_a1", "INSERT INTO skip_a1.t VALUES (%d, 'source')".formatted(key));
    awaitAllMarks();
    unlogged("DELETE FROM skip_a1.t WHERE id = " + key);
    awaitMarkOfApplier();
    int failing = write(1, "skip_a1", "UPDATE skip_a1.t SET v = 'changed' WHERE id = " + key);
    writeOthers();
    return failing;
  }

  private void unlogged(String sql) {
    replica().execute("SET SESSION sql_log_bin=0", sql);
  }

  void writeOthers() {
    for (int node = 1; node <= sources; node++) {
      for (String schema : schemas(node)) {
        write(node, schema);
      }
    }
  }

  /** The number of the next transaction. */
  int upcoming() {
    return written + 1;
  }

  void awaitMark(String schema, int number) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> marks(replica(), List.of(schema)).contains(number));
  }

  String positionOfSource() {
    return source(1)
        .query(
            replica().release().has(ServerFeature.SOURCE_REPLICA_TERMS)
                ? "SHOW BINARY LOG STATUS"
                : "SHOW MASTER STATUS")
        .getFirst()
        .firstText("Position");
  }

  /**
   * A skip by position is refused where the mark lags and others ran past the failing one, so tests
   * that are not about that wait for it.
   */
  private void awaitMarkOfApplier() {
    if (!isMariaDb()) {
      awaitMarkOfApplier(positionOfSource());
    }
  }

  /** The applier sets its mark only now and then. */
  void awaitMarkOfApplier(String position) {
    String status =
        replica().release().has(ServerFeature.SOURCE_REPLICA_TERMS)
            ? "SHOW REPLICA STATUS"
            : "SHOW SLAVE STATUS";
    await()
        .atMost(PATIENCE)
        .until(() ->
            replica().query(status).stream()
                .filter(row -> row.firstText("Channel_Name").equals(channel()))
                .anyMatch(row ->
                    row.firstText("Exec_Master_Log_Pos", "Exec_Source_Log_Pos").equals(position)));
  }

  /** Once the failing transaction has given its place up, only the other worker still waits. */
  void killWhoWaitsForALock() {
    String waiting =
        "SELECT trx_mysql_thread_id AS id FROM information_schema.innodb_trx"
            + " WHERE trx_state = 'LOCK WAIT'";
    await().atMost(PATIENCE).until(() -> replica().query(waiting).size() == 1);
    replica().execute("KILL " + replica().queryValue(waiting).orElseThrow());
  }

  ReplicationChannel failing() {
    return replica().replication().stream()
        .filter(channel -> channel.name().equals(channel()))
        .findFirst()
        .orElseThrow();
  }

  void awaitError() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> {
          assertThat(failing().applierState()).isEqualTo("No");
          assertThat(failing().applierError()).isNotEmpty();
        });
  }

  private String path() {
    return "/instances/%s/transactions:skip".formatted(RunningController.encoded(known.toString()));
  }

  Answer ask(String body) {
    return controller.post(path(), body);
  }

  /** The one that fails, of the first channel; the channel is named where there are two. */
  String next(boolean dryRun) {
    return hasTwoChannels()
        ? "{\"channel\":\"%s\",\"dryRun\":%s}".formatted(channel(), dryRun)
        : "{\"dryRun\":%s}".formatted(dryRun);
  }

  /** One by its name, whether it fails or not. */
  String naming(String gtid) {
    String named = "\"gtid\":\"%s\"".formatted(gtid);
    return hasTwoChannels()
        ? "{\"channel\":\"%s\",%s}".formatted(channel(), named)
        : "{%s}".formatted(named);
  }

  /** Of the first source, MySQL, which has written all that it has. */
  String lastGtidOfSource() {
    String executed = source(1).queryValue("SELECT @@global.gtid_executed").orElseThrow();
    return executed.replaceFirst(":.*?(\\d+)$", ":$1");
  }

  void startReceivers() {
    replica().execute("START %s IO_THREAD".formatted(word().toUpperCase(Locale.ROOT)));
  }

  void awaitReceived(String gtid) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            replica().query("SHOW %s STATUS".formatted(word().toUpperCase(Locale.ROOT))).stream()
                .map(row -> row.firstText("Retrieved_Gtid_Set"))
                .anyMatch(received ->
                    replica()
                        .queryValue("SELECT GTID_SUBSET('%s', '%s')".formatted(gtid, received))
                        .equals(Optional.of("1"))));
  }

  /** The plan, of which nothing is done. */
  JsonNode plan() {
    Answer plan = ask(next(true));
    assertThat(plan.status()).as("%s", plan.body()).isEqualTo(200);
    return plan.body();
  }

  JsonNode skip(String body) {
    Answer accepted = ask(body);
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    return atRest(accepted.text("/id"));
  }

  JsonNode atRest(String id) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> operation(id).at("/atRest").asBoolean());
    return operation(id);
  }

  private JsonNode operation(String id) {
    return controller.get("/operations/" + id).body();
  }

  /** This one, too, must be missing, and nothing else. */
  void expectMissing(int number) {
    skipped.add(number);
  }

  /** Exactly what was skipped has left no mark, and all replicates. */
  void assertOnlySkippedAreMissing() {
    writeOthers();
    awaitAllMarks();
    assertThat(replica().replication())
        .allSatisfy(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
  }

  private void awaitAllMarks() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .untilAsserted(() -> {
          Set<Integer> wanted = new TreeSet<>();
          Set<Integer> there = new TreeSet<>();
          for (int node = 1; node <= sources; node++) {
            wanted.addAll(marks(source(node), schemas(node)));
            there.addAll(marks(replica(), schemas(node)));
          }
          wanted.removeAll(skipped);
          assertThat(there).as("%s", replica().replication()).isEqualTo(wanted);
        });
  }

  private static Set<Integer> marks(SandboxServer server, List<String> schemas) {
    return schemas.stream()
        .flatMap(schema -> server.query("SELECT id FROM %s.mark".formatted(schema)).stream())
        .map(row -> Integer.valueOf(row.firstText("id")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The names of the steps of a plan. */
  static List<String> kinds(JsonNode plan) {
    List<String> kinds = new ArrayList<>();
    plan.at("/steps").forEach(step -> kinds.add(step.at("/kind").asString()));
    return kinds;
  }

  @Override
  public void close() {
    controller.close();
    sandbox.close();
  }
}

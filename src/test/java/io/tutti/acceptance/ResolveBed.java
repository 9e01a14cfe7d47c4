package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.model.BinlogPosition;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * A source that may lose commits when it is killed, its replicas, and a controller that may act on
 * all of them. What replicas received can be kept from being applied.
 */
final class ResolveBed implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Duration STATEMENT_MAX = Duration.ofSeconds(5);
  private static final List<String> TABLES = List.of("d.t", "load_a.writes", "load_b.writes");

  private final Sandbox sandbox;
  private final RunningController controller;
  private final int lost;
  private final Map<Integer, StatementProxy> proxies;
  private int written;

  private ResolveBed(
      Sandbox sandbox,
      RunningController controller,
      int lost,
      Map<Integer, StatementProxy> proxies) {
    this.sandbox = sandbox;
    this.controller = controller;
    this.lost = lost;
    this.proxies = proxies;
  }

  static ResolveBed start(ServerRelease release, boolean byGtid) {
    return start(release, byGtid, "1>2,1>3", 1, Map.of());
  }

  /**
   * @param lost the node that is to be left behind
   * @param proxies by which alone the controller knows nodes
   */
  static ResolveBed start(
      ServerRelease release,
      boolean byGtid,
      String topology,
      int lost,
      Map<Integer, StatementProxy> proxies) {
    return start(release, byGtid, topology, lost, proxies, Map.of());
  }

  /**
   * @param settings of the controller, beside the usual ones
   * @param options of all servers
   */
  static ResolveBed start(
      ServerRelease release,
      boolean byGtid,
      String topology,
      int lost,
      Map<Integer, StatementProxy> proxies,
      Map<String, String> settings,
      String... options) {
    SandboxBuilder builder =
        Sandbox.builder()
            .release(release)
            .topology(topology)
            .options(options)
            .options(
                lost, "sync_binlog=0", "innodb_flush_log_at_trx_commit=" + flush(release, lost));
    proxies.forEach((node, each) -> builder.options(node, "report_port=" + each.port()));
    if (!byGtid) {
      builder.positionBased();
    }
    Sandbox sandbox = builder.start();
    proxies.forEach((node, each) -> each.leadTo(sandbox.server(node).address()));
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("TUTTI_REPLICATION_USER", SandboxAccount.REPLICATION.user());
    environment.put("TUTTI_REPLICATION_PASSWORD", SandboxAccount.REPLICATION.password());
    environment.put("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms");
    ResolveBed bed = new ResolveBed(sandbox, RunningController.start(environment), lost, proxies);
    if (proxies.containsKey(lost)) {
      bed.replicasOfLost(bed.lost().address()).forEach(bed::leadToLostByItsProxy);
    }
    bed.source()
        .execute(
            "CREATE DATABASE d",
            "CREATE TABLE d.t (id INT PRIMARY KEY)",
            "CREATE USER 'app'@'%' IDENTIFIED BY '" + FenceBed.APPLICATION.password() + "'",
            "GRANT SELECT, INSERT ON d.* TO 'app'@'%'");
    return bed;
  }

  private void leadToLostByItsProxy(SandboxServer replica) {
    boolean isNew = replica.release().has(ServerFeature.SOURCE_REPLICA_TERMS);
    replica.stopReplication();
    replica.execute(
        (isNew ? "CHANGE REPLICATION SOURCE TO SOURCE_PORT = " : "CHANGE MASTER TO MASTER_PORT = ")
            + address(lost()).port());
    replica.startReplication();
  }

  /**
   * An intermediate MariaDB source that loses rows and keeps its binlog sends transactions again
   * under their old names, at which appliers fail: there its memory is lost with its host only.
   */
  private static int flush(ServerRelease release, int lost) {
    return release.family() == ServerFamily.MARIADB && lost != 1 ? 2 : 0;
  }

  /** The head of the topology. */
  SandboxServer source() {
    return sandbox.server(1);
  }

  SandboxServer server(int node) {
    return sandbox.server(node);
  }

  /** Under which the controller knows a node. */
  ServerAddress address(SandboxServer server) {
    StatementProxy proxy = proxies.get(server.node());
    return proxy == null ? server.address() : new ServerAddress("127.0.0.1", proxy.port());
  }

  SandboxServer lost() {
    return sandbox.server(lost);
  }

  RunningController controller() {
    return controller;
  }

  List<SandboxServer> survivors() {
    return sandbox.servers().stream().filter(each -> each.node() != lost).toList();
  }

  void awaitKnown() {
    sandbox.servers().stream()
        .filter(each -> each.node() != 1)
        .forEach(each -> controller.awaitDiscovered(address(each), address(source())));
  }

  void write(SandboxServer server, int count) {
    for (int i = 0; i < count; i++) {
      server.execute("INSERT INTO d.t VALUES (%d)".formatted(++written));
    }
  }

  int written() {
    return written;
  }

  static long rows(SandboxServer server) {
    return Long.parseLong(server.queryValue("SELECT COUNT(*) FROM d.t").orElseThrow());
  }

  private static List<String> checksums(SandboxServer server, List<String> tables) {
    return tables.stream()
        .map(table -> server.query("CHECKSUM TABLE " + table).getFirst().firstText("Checksum"))
        .toList();
  }

  void awaitEqual(SandboxServer one, SandboxServer other) {
    awaitEqual(one, other, TABLES);
  }

  void awaitEqual(SandboxServer one, SandboxServer other, List<String> tables) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(checksums(other, tables))
                .as("%s", other.replication())
                .isEqualTo(checksums(one, tables)));
  }

  /** Those of administrators, too, where the release can. */
  static void refuseAllWrites(SandboxServer server) {
    if (FenceBed.shut(server.release()).containsKey("super_read_only")) {
      server.execute("SET GLOBAL super_read_only = 1");
    }
  }

  /** Sessions that keep what was received from being applied to d.t, until they are closed. */
  static List<Connection> holdAppliers(List<SandboxServer> servers) throws SQLException {
    List<Connection> held = new ArrayList<>();
    for (SandboxServer server : servers) {
      Connection session = server.connect();
      try (Statement statement = session.createStatement()) {
        statement.execute("LOCK TABLES d.t READ");
      }
      held.add(session);
    }
    return held;
  }

  static Row status(SandboxServer replica) {
    return replica
        .query(
            replica.release().has(ServerFeature.SOURCE_REPLICA_TERMS)
                ? "SHOW REPLICA STATUS"
                : "SHOW SLAVE STATUS")
        .getFirst();
  }

  /** Up to where in its source's binlog a replica received. */
  static String received(SandboxServer replica) {
    Row status = status(replica);
    return status.firstText("Master_Log_File", "Source_Log_File")
        + ":"
        + status.firstText("Read_Master_Log_Pos", "Read_Source_Log_Pos");
  }

  static String end(SandboxServer source) {
    Row newest = source.query("SHOW BINARY LOGS").getLast();
    return newest.firstText("Log_name") + ":" + newest.firstText("File_size");
  }

  /** All have received all that the source has by now. Nobody may write meanwhile. */
  void awaitReceived(SandboxServer from, List<SandboxServer> replicas) {
    String end = end(from);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(replicas).allSatisfy(each -> assertThat(received(each)).isEqualTo(end)));
  }

  /** A second after it began at least, so that its processes can be told apart. */
  void crash() {
    awaitAnotherSecond();
    lost().killHard();
  }

  /** With its binlog whole, and its tables as they were when they were copied. */
  void crashWithout(CopiedDisk rows) throws IOException {
    lost().execute("SET GLOBAL sync_binlog = 1");
    await()
        .atMost(PATIENCE)
        .until(() ->
            controller().instance(lost().address()).at("/durability/syncBinlog/value").asInt(-1)
                == 1);
    awaitAnotherSecond();
    rows.crash();
  }

  private void awaitAnotherSecond() {
    await()
        .atMost(PATIENCE)
        .until(() ->
            Long.parseLong(
                    lost().query("SHOW GLOBAL STATUS LIKE 'Uptime'").getFirst().firstText("Value"))
                >= 3);
  }

  /** The incident of the crashed server's restart, once it is suspect. */
  String incident() {
    String path = "/incidents?instance=" + RunningController.encoded(address(lost()).toString());
    await()
        .atMost(PATIENCE)
        .until(() -> {
          JsonNode newest = controller.get(path).body().at("/items/0");
          return newest.at("/suspect").asBoolean() && newest.at("/lastLog").isString();
        });
    return controller.get(path).body().at("/items/0/id").asString();
  }

  Answer ask(String incident, boolean dryRun, String more) {
    return controller.post(
        "/incidents/%s:resolve".formatted(incident), "{\"dryRun\":%s%s}".formatted(dryRun, more));
  }

  JsonNode plan(String incident, String more) {
    Answer plan = ask(incident, true, more);
    assertThat(plan.status()).as("%s", plan.body()).isEqualTo(200);
    return plan.body();
  }

  String begin(String incident, String more) {
    Answer accepted = ask(incident, false, more);
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    return accepted.text("/id");
  }

  JsonNode atRest(String id) {
    await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> controller.get("/operations/" + id).body().at("/atRest").asBoolean());
    return controller.get("/operations/" + id).body();
  }

  void assertSucceeded(String id) {
    JsonNode ended = atRest(id);
    assertThat(ended.at("/state").asString())
        .as("%s %s", ended, controller.events(id))
        .isEqualTo("SUCCEEDED");
  }

  String promotion(String node) {
    return ",\"promote\":\"%s\"".formatted(node);
  }

  SandboxServer successor(String incident) {
    String by = controller.get("/incidents/" + incident).body().at("/replacement/by").asString();
    return survivors().stream()
        .filter(each -> address(each).toString().equals(by))
        .findFirst()
        .orElseThrow();
  }

  static List<String> statements(JsonNode plan) {
    List<String> statements = new ArrayList<>();
    plan.at("/steps")
        .forEach(step -> step.at("/statements").forEach(said -> statements.add(said.asString())));
    return statements;
  }

  /** Writes go on at the new source, come to its replicas, and the old one takes none. */
  void assertGoesOn(SandboxServer to, List<SandboxServer> followers) throws SQLException {
    try (Connection application = to.connect(FenceBed.APPLICATION, STATEMENT_MAX);
        Statement statement = application.createStatement()) {
      statement.executeUpdate("INSERT INTO d.t VALUES (%d)".formatted(++written));
    }
    for (SandboxServer follower : followers) {
      awaitEqual(to, follower);
      assertThat(follower.replication())
          .singleElement()
          .satisfies(channel -> {
            assertThat(channel.isRunning()).as("%s", channel).isTrue();
            assertThat(channel.source()).isEqualTo(address(to));
          });
      assertThat(follower.queryValue("SELECT @@global.read_only")).contains("1");
    }
    assertThat(FenceBed.isShut(lost())).isTrue();
    assertThat(refusesWrites(lost())).isTrue();
  }

  /** Of applications; asked of an administrator. */
  static boolean takesWrites(SandboxServer server) {
    return server.queryValue("SELECT @@global.read_only").equals(Optional.of("0"));
  }

  /** Applications are let in. */
  void assertReads(SandboxServer server) throws SQLException {
    try (Connection application = server.connect(FenceBed.APPLICATION, STATEMENT_MAX);
        Statement statement = application.createStatement()) {
      assertThat(statement.execute("SELECT COUNT(*) FROM d.t")).isTrue();
    }
  }

  private static boolean refusesWrites(SandboxServer server) {
    try (Connection application = server.connect(FenceBed.APPLICATION, STATEMENT_MAX);
        Statement statement = application.createStatement()) {
      statement.executeUpdate("INSERT INTO d.t VALUES (-1)");
      return false;
    } catch (SQLException e) {
      return true;
    }
  }

  /** What the controller knows then. */
  void assertKnown(String incident, SandboxServer to, List<SandboxServer> followers) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(controller.instance(address(to)).at("/channels").toString())
              .doesNotContain(address(lost()).toString());
          for (SandboxServer follower : followers) {
            assertThat(controller.instance(address(follower)).toString())
                .contains(address(to).toString());
          }
        });
    JsonNode kept = controller.get("/incidents/" + incident).body();
    assertThat(kept.at("/open").asBoolean()).as("%s", kept).isTrue();
    assertThat(controller.tutti("crash", "show", incident).output())
        .contains(
            "replaced by " + address(to),
            "tutti crash rebuild " + address(lost()),
            "tutti crash unfence " + address(lost()));
  }

  /** Kills the idle source when all have received all; its incident. */
  String crashIdle() {
    awaitReceived(lost(), replicasOfLost(address(lost())));
    crash();
    lost().start();
    return incident();
  }

  private List<SandboxServer> replicasOfLost(ServerAddress as) {
    return survivors().stream()
        .filter(each -> !each.replication().isEmpty())
        .filter(each -> each.replication().getFirst().source().equals(as))
        .toList();
  }

  /**
   * The controller is killed at one statement after the other that is said to these: the one that
   * is lost is node 1, the one that takes the place node 2, the one that follows node 3.
   */
  static void killControllerAtEachStatement(ServerRelease release, Integer... nodes)
      throws Exception {
    int count = Integer.MAX_VALUE;
    for (int at = 0; at < count; at++) {
      Map<Integer, StatementProxy> proxies = new TreeMap<>();
      List.of(nodes).forEach(node -> proxies.put(node, StatementProxy.listen()));
      try (ResolveBed bed = start(release, true, "1>2,1>3", 1, proxies)) {
        WriteLoad.start(bed.source(), 40).stop();
        bed.write(bed.source(), 5);
        bed.awaitKnown();
        bed.survivors().forEach(ResolveBed::refuseAllWrites);
        String incident = bed.crashIdle();
        String promote = bed.promotion(bed.address(bed.server(2)).toString());
        List<Said> said = bed.said(bed.plan(incident, promote));
        count = said.size() + 1;
        boolean isLast = at == said.size();
        Said trapped = said.get(isLast ? at - 1 : at);
        Trap trap =
            Objects.requireNonNull(bed.proxies.get(trapped.node()))
                .trap(
                    trapped.statement(),
                    isLast ? When.AFTER : When.BEFORE,
                    bed.controller::killHard);
        String operation = bed.begin(incident, promote);
        assertThat(trap.awaitSprung()).as("%s", trapped).isTrue();
        bed.controller.startAgain();
        bed.assertSucceeded(operation);
        bed.assertGoesOn(bed.server(2), List.of(bed.server(3)));
        bed.assertKnown(incident, bed.server(2), List.of(bed.server(3)));
      }
    }
    assertThat(count).as("statements, and after the last").isGreaterThan(nodes.length == 1 ? 2 : 6);
  }

  /** What is said to a node behind a proxy. */
  record Said(int node, String statement) {}

  /** Not what a stricter one has done before it is its turn. */
  private List<Said> said(JsonNode plan) {
    List<Said> said = new ArrayList<>();
    for (JsonNode step : plan.at("/steps")) {
      proxies.forEach((node, proxy) -> {
        if (step.at("/instance").asString().endsWith(":" + proxy.port())) {
          step.at("/statements").forEach(text -> said.add(new Said(node, text.asString())));
        }
      });
    }
    boolean isStrict =
        said.stream().anyMatch(each -> each.statement().startsWith("SET GLOBAL super_read_only"));
    return said.stream()
        .filter(each ->
            !isStrict
                || each.node() != lost
                || !each.statement().startsWith("SET GLOBAL read_only"))
        .toList();
  }

  /** The crashed source had replicas that had received, and not applied, what it may have lost. */
  static void assertSourceIsLeftBehind(ServerRelease release, boolean byGtid) throws Exception {
    assertSourceIsLeftBehind(release, byGtid, false);
  }

  /**
   * The same.
   *
   * @param startsFenced whether it has the option file by which it starts fenced
   * @param options of all servers
   */
  static void assertSourceIsLeftBehind(
      ServerRelease release, boolean byGtid, boolean startsFenced, String... options)
      throws Exception {
    try (ResolveBed bed =
        ResolveBed.start(release, byGtid, "1>2,1>3", 1, Map.of(), Map.of(), options)) {
      WriteLoad load = WriteLoad.start(bed.source(), 40);
      bed.write(bed.source(), 5);
      bed.awaitKnown();
      if (startsFenced) {
        BootBed.configure(bed.controller(), bed.source().address(), bed.source());
      }
      bed.survivors().forEach(ResolveBed::refuseAllWrites);
      List<Connection> held = holdAppliers(bed.survivors());
      bed.write(bed.source(), 20);
      if (!byGtid) {
        load.stop();
      }
      int before = bed.written();
      String end = end(bed.source());
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.survivors())
                  .allSatisfy(each -> assertThat(isPast(received(each), end)).isTrue()));
      bed.crash();
      load.stop();
      bed.source().start();
      assertThat(FenceBed.isShut(bed.source()) || !startsFenced).isTrue();
      String incident = bed.incident();
      if (!byGtid) {
        bed.awaitReceived(bed.source(), bed.survivors());
      }
      bed.assertPlanIsShown(incident);
      String operation = bed.begin(incident, "");
      await()
          .atMost(PATIENCE)
          .until(() ->
              bed.controller()
                  .get("/operations/" + operation)
                  .body()
                  .toString()
                  .contains("RUNNING"));
      for (Connection session : held) {
        session.close();
      }
      bed.assertSucceeded(operation);

      SandboxServer to = bed.successor(incident);
      List<SandboxServer> followers =
          bed.survivors().stream().filter(each -> each.node() != to.node()).toList();
      assertThat(rows(to)).as("all that was received").isEqualTo(before);
      bed.assertGoesOn(to, followers);
      bed.assertKnown(incident, to, followers);
      assertThat(bed.ask(incident, true, "").text("/code")).isEqualTo("NOTHING_TO_RESOLVE");
    }
  }

  private void assertPlanIsShown(String incident) {
    CommandResult shown = controller.tutti("crash", "resolve", incident, "--dry-run");
    assertThat(shown.exitCode()).as("%s", shown).isZero();
    assertThat(shown.output())
        .contains(
            "CHANGE ",
            "RESET ",
            "read_only",
            "Whether events stay disabled",
            "Nothing was changed.");
  }

  private static boolean isPast(String received, String end) {
    return BinlogPosition.parse(received).relationTo(BinlogPosition.parse(end)).isAtOrAfter();
  }

  @Override
  public void close() {
    controller.close();
    sandbox.close();
    proxies.values().forEach(StatementProxy::close);
  }
}

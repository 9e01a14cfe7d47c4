package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.model.BinlogPosition;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A source that may lose commits when it is killed, its replicas, and a controller that may act on
 * all of them. What replicas received can be kept from being applied.
 */
final class ResolveBed extends Bed {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final String[] TABLES = {"d.t", "load_a.writes", "load_b.writes"};

  private final SandboxServer lost;

  private ResolveBed(BedBuilder builder) {
    super(builder.mayAttach().operationMax(Duration.ofMinutes(4)));
    this.lost = about();
    if (proxies().containsKey(lost.node())) {
      replicasOfLost(lost.address()).forEach(this::leadToLostByItsProxy);
    }
    createTable();
    source()
        .execute(
            "CREATE USER 'app'@'%' IDENTIFIED BY '" + FenceBed.APPLICATION.password() + "'",
            "GRANT SELECT, INSERT ON d.* TO 'app'@'%'");
  }

  static ResolveBed start(ServerRelease release, boolean byGtid) {
    return start(release, byGtid, "1>2,1>3", 1, Map.of());
  }

  /**
   * @param lost the node that is to be replaced
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
    return new ResolveBed(
        Bed.of(release)
            .byGtid(byGtid)
            .topology(topology)
            .about(lost)
            .options(options)
            .options(
                lost, "sync_binlog=0", "innodb_flush_log_at_trx_commit=" + flush(release, lost))
            .behind(proxies)
            .settings(settings)
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms")));
  }

  private void leadToLostByItsProxy(SandboxServer replica) {
    boolean isNew = replica.release().has(ServerFeature.SOURCE_REPLICA_TERMS);
    replica.stopReplication();
    replica.execute(
        (isNew ? "CHANGE REPLICATION SOURCE TO SOURCE_PORT = " : "CHANGE MASTER TO MASTER_PORT = ")
            + address(lost).port());
    replica.startReplication();
  }

  /**
   * An intermediate MariaDB source that loses rows and keeps its binlog sends transactions again
   * under their old names, at which appliers fail: there its memory is lost with its host only.
   */
  private static int flush(ServerRelease release, int lost) {
    return release.family() == ServerFamily.MARIADB && lost != 1 ? 2 : 0;
  }

  SandboxServer lost() {
    return lost;
  }

  List<SandboxServer> survivors() {
    return sandbox().servers().stream().filter(each -> each.node() != lost.node()).toList();
  }

  void awaitEqual(SandboxServer one, SandboxServer other) {
    awaitEqual(one, other, TABLES);
  }

  void awaitEqual(SandboxServer one, SandboxServer other, String... tables) {
    Checksums.awaitEqual(PATIENCE, one, other, tables);
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

  static void release(List<Connection> held) throws SQLException {
    for (Connection session : held) {
      session.close();
    }
  }

  /** Until one of its steps is under way. */
  void awaitRunning(String operation) {
    await().atMost(PATIENCE).until(() -> operation(operation).toString().contains("RUNNING"));
  }

  /** All have received all that the source has by now. Nobody may write meanwhile. */
  void awaitReceived(SandboxServer from, List<SandboxServer> replicas) {
    String end = Binlogs.end(from);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(replicas)
                .allSatisfy(each -> assertThat(ReplicaStatus.of(each).received()).isEqualTo(end)));
  }

  /** A second after it began at least, so that its processes can be distinguished. */
  void crash() {
    awaitUptime(lost, 3);
    lost.killHard();
  }

  /** With its binlog whole, and its tables as they were when they were copied. */
  void crashWithout(CopiedDisk rows) throws IOException {
    lost.execute("SET GLOBAL sync_binlog = 1");
    await()
        .atMost(PATIENCE)
        .until(() ->
            controller().instance(lost.address()).at("/durability/syncBinlog/value").asInt(-1)
                == 1);
    awaitUptime(lost, 3);
    rows.crash();
  }

  /** The incident of the crashed server's restart, once it is suspect. */
  String incident() {
    String path = "/incidents?instance=" + RunningController.encoded(address(lost).toString());
    await()
        .atMost(PATIENCE)
        .until(() -> {
          JsonNode newest = controller().get(path).body().at("/items/0");
          return newest.at("/suspect").asBoolean() && newest.at("/lastLog").isString();
        });
    return controller().get(path).body().at("/items/0/id").asString();
  }

  Answer ask(String incident, boolean dryRun, String more) {
    return controller()
        .post(
            "/incidents/%s:resolve".formatted(incident),
            "{\"dryRun\":%s%s}".formatted(dryRun, more));
  }

  JsonNode plan(String incident, String more) {
    return OperationCalls.planned(ask(incident, true, more));
  }

  String begin(String incident, String more) {
    return OperationCalls.begun(ask(incident, false, more));
  }

  void assertSucceeded(String id) {
    JsonNode ended = atRest(id);
    assertThat(ended.at("/state").asString())
        .as(() -> "%s %s".formatted(ended, controller().events(id)))
        .isEqualTo("SUCCEEDED");
  }

  String promotion(String node) {
    return ",\"promote\":\"%s\"".formatted(node);
  }

  SandboxServer successor(String incident) {
    String by = controller().get("/incidents/" + incident).body().at("/replacement/by").asString();
    return survivors().stream()
        .filter(each -> address(each).toString().equals(by))
        .findFirst()
        .orElseThrow();
  }

  /** Writes continue at the new source, come to its replicas, and the old one takes none. */
  void assertGoesOn(SandboxServer to, List<SandboxServer> followers) throws SQLException {
    try (Connection application = to.connect(FenceBed.APPLICATION, FenceBed.STATEMENT_MAX);
        Statement statement = application.createStatement()) {
      statement.executeUpdate("INSERT INTO d.t VALUES (%d)".formatted(nextRow()));
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
    assertThat(FenceBed.isShut(lost)).isTrue();
    assertThat(refusesWrites(lost)).isTrue();
  }

  /** Of applications; asked of an administrator. */
  static boolean takesWrites(SandboxServer server) {
    return server.queryValue("SELECT @@global.read_only").equals(Optional.of("0"));
  }

  /** Applications are admitted. */
  void assertReads(SandboxServer server) throws SQLException {
    try (Connection application = server.connect(FenceBed.APPLICATION, FenceBed.STATEMENT_MAX);
        Statement statement = application.createStatement()) {
      assertThat(statement.execute("SELECT COUNT(*) FROM d.t")).isTrue();
    }
  }

  private static boolean refusesWrites(SandboxServer server) {
    try (Connection application = server.connect(FenceBed.APPLICATION, FenceBed.STATEMENT_MAX);
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
          assertThat(controller().instance(address(to)).at("/channels").toString())
              .doesNotContain(address(lost).toString());
          for (SandboxServer follower : followers) {
            assertThat(controller().instance(address(follower)).toString())
                .contains(address(to).toString());
          }
        });
    JsonNode kept = controller().get("/incidents/" + incident).body();
    assertThat(kept.at("/open").asBoolean()).as("%s", kept).isTrue();
    assertThat(controller().tutti("crash", "show", incident).output())
        .contains(
            "replaced by " + address(to),
            "tutti crash rebuild " + address(lost),
            "tutti unfence " + address(lost));
  }

  /** Kills the idle source when all have received all; its incident. */
  String crashIdle() {
    awaitReceived(lost, replicasOfLost(address(lost)));
    crash();
    lost.start();
    return incident();
  }

  private List<SandboxServer> replicasOfLost(ServerAddress as) {
    return survivors().stream()
        .filter(each -> !each.replication().isEmpty())
        .filter(each -> each.replication().getFirst().source().equals(as))
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
        StartFencedBed.configure(bed.controller(), bed.source().address(), bed.source());
      }
      bed.survivors().forEach(ResolveBed::refuseAllWrites);
      List<Connection> held = holdAppliers(bed.survivors());
      bed.write(bed.source(), 20);
      if (!byGtid) {
        load.stop();
      }
      int before = bed.written();
      String end = Binlogs.end(bed.source());
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.survivors())
                  .allSatisfy(
                      each -> assertThat(isPast(ReplicaStatus.of(each).received(), end)).isTrue()));
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
      bed.awaitRunning(operation);
      release(held);
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
    CommandResult shown = controller().tutti("crash", "resolve", incident, "--dry-run");
    assertThat(shown.exitCode()).as("%s", shown).isZero();
    assertThat(shown.output())
        .contains("CHANGE ", "RESET ", "read_only", "Nothing was changed.")
        .as("none came by replication, which the account may see")
        .doesNotContain("events stay disabled");
  }

  private static boolean isPast(String received, String end) {
    return BinlogPosition.parse(received).relationTo(BinlogPosition.parse(end)).isAtOrAfter();
  }
}

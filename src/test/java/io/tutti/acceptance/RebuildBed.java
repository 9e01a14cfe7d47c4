package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A source, a replica that has lost rows, maybe another one that has not, and a controller. */
final class RebuildBed implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** It is to be rebuilt. */
  private static final int DAMAGED = 2;

  private final Sandbox sandbox;
  private final RunningController controller;
  private final ServerAddress known;
  private int written;

  private RebuildBed(Sandbox sandbox, RunningController controller, Optional<ServerAddress> known) {
    this.sandbox = sandbox;
    this.controller = controller;
    this.known = known.orElseGet(() -> damaged().address());
  }

  static RebuildBed start(
      ServerRelease release, boolean byGtid, String topology, String... options) {
    return start(release, byGtid, topology, Optional.empty(), List.of(options));
  }

  /** The controller knows the damaged replica by the proxy alone. */
  static RebuildBed behind(StatementProxy proxy, ServerRelease release, String... options) {
    return start(release, true, "1>2,1>3", Optional.of(proxy), List.of(options));
  }

  private static RebuildBed start(
      ServerRelease release,
      boolean byGtid,
      String topology,
      Optional<StatementProxy> proxy,
      List<String> options) {
    SandboxBuilder builder =
        Sandbox.builder()
            .release(release)
            .topology(topology)
            .options(options.toArray(String[]::new));
    if (!byGtid) {
      builder.positionBased();
    }
    proxy.ifPresent(between -> builder.options(DAMAGED, "report_port=" + between.port()));
    Sandbox sandbox = builder.start();
    proxy.ifPresent(between -> between.leadTo(sandbox.server(DAMAGED).address()));
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    RebuildBed bed =
        new RebuildBed(
            sandbox,
            RunningController.start(
                Map.of(
                    "TUTTI_REPLICATION_USER",
                    SandboxAccount.REPLICATION.user(),
                    "TUTTI_REPLICATION_PASSWORD",
                    SandboxAccount.REPLICATION.password())),
            proxy.map(between -> new ServerAddress("127.0.0.1", between.port())));
    bed.source().execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
    bed.write(5);
    bed.awaitEqual(bed.damaged());
    sandbox.servers().stream()
        .filter(server -> server.node() > DAMAGED)
        .forEach(
            server -> bed.controller.awaitDiscovered(server.address(), bed.source().address()));
    bed.controller.awaitDiscovered(bed.known, bed.source().address());
    bed.damage();
    return bed;
  }

  /** Rows go that its source has, and replication does not notice. */
  private void damage() {
    damaged().execute("SET SESSION sql_log_bin=0", "DELETE FROM d.t WHERE id <= 3");
    assertThat(checksum(damaged())).isNotEqualTo(checksum(source()));
  }

  SandboxServer source() {
    return sandbox.server(1);
  }

  SandboxServer damaged() {
    return sandbox.server(DAMAGED);
  }

  SandboxServer other() {
    return sandbox.server(3);
  }

  RunningController controller() {
    return controller;
  }

  void write(int count) {
    for (int i = 0; i < count; i++) {
      source().execute("INSERT INTO d.t VALUES (%d)".formatted(++written));
    }
  }

  private static String checksum(SandboxServer server) {
    return checksum(server, "d.t");
  }

  private static String checksum(SandboxServer server, String table) {
    return server.query("CHECKSUM TABLE " + table).getFirst().firstText("Checksum");
  }

  /** The damaged one is equal to its source in these, too. */
  void assertEqual(String... tables) {
    for (String table : tables) {
      await()
          .atMost(PATIENCE)
          .pollInterval(LOOK_EVERY)
          .untilAsserted(
              () -> assertThat(checksum(damaged(), table)).isEqualTo(checksum(source(), table)));
    }
  }

  private void awaitEqual(SandboxServer server) {
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK_EVERY)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(checksum(server)).isEqualTo(checksum(source())));
  }

  /** What CLONE wants of the account beside what it has to operate with, as a refusal says. */
  void grantAsTold() {
    for (int told = 0; told < 10; told++) {
      Answer plan = ask("{\"dryRun\":true}");
      if (!plan.text("/code").equals("MISSING_PRIVILEGE")) {
        return;
      }
      String target = plan.text("/target");
      SandboxServer server =
          target.equals(known.toString())
              ? damaged()
              : sandbox.servers().stream()
                  .filter(each -> each.address().toString().equals(target))
                  .findFirst()
                  .orElseThrow();
      plan.body()
          .at("/remedies")
          .forEach(grants -> {
            for (String grant : grants.at("/sentence").asString().split("; ")) {
              assertThat(grant).startsWith("GRANT ");
              // On both, as the copy has the accounts of the other one.
              server.execute(
                  "SET SESSION sql_log_bin=0", grant.replace("'watcher'", "'watcher'@'%'"));
            }
          });
    }
    throw new AssertionError("still refused: " + ask("{\"dryRun\":true}").body());
  }

  String path(String rest) {
    return "/instances/%s%s".formatted(RunningController.encoded(known.toString()), rest);
  }

  Answer ask(String body) {
    return controller.post(path(":rebuild"), body);
  }

  /** The operation that a request begins, at its end. */
  JsonNode carryOut(String body) {
    return atRest(begin(body));
  }

  String begin(String body) {
    Answer accepted = ask(body);
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    return accepted.text("/id");
  }

  JsonNode operation(String id) {
    return controller.get("/operations/" + id).body();
  }

  JsonNode atRest(String id) {
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK_EVERY)
        .untilAsserted(() -> {
          JsonNode now = operation(id);
          assertThat(now.at("/atRest").asBoolean()).as("%s", now).isTrue();
        });
    return operation(id);
  }

  JsonNode succeeded(JsonNode ended) {
    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
    return ended;
  }

  /** It ends with its copy, as nobody watches over its process; somebody starts it. */
  void startOnceItEnded(String id) {
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK_EVERY)
        .until(() -> !damaged().isRunning() || operation(id).at("/atRest").asBoolean());
    assertThat(damaged().isRunning()).as("%s", operation(id)).isFalse();
    damaged().start("skip_replica_start=1");
  }

  List<String> findings() {
    return controller
        .get("/findings")
        .body()
        .at("/items")
        .valueStream()
        .filter(finding -> finding.at("/subject").asString().startsWith(known.toString()))
        .map(finding -> finding.at("/code").asString())
        .toList();
  }

  /** The session of the other one that the operation opened. */
  JsonNode endSession() {
    String path =
        "/instances/%s/backups".formatted(RunningController.encoded(other().address().toString()));
    JsonNode session = controller.get(path).body().at("/items/0");
    assertThat(session.at("/open").asBoolean()).as("%s", session).isTrue();
    List<String> copy = new ArrayList<>();
    copy.add("DROP DATABASE d");
    copy.add("CREATE DATABASE d");
    copy.add("CREATE TABLE d.t (id INT PRIMARY KEY)");
    other()
        .query("SELECT id FROM d.t ORDER BY id")
        .forEach(row -> copy.add("INSERT INTO d.t VALUES (%s)".formatted(row.firstText("id"))));
    Answer ended = controller.delete(path + "/" + session.at("/id").asString());
    assertThat(ended.status()).as("%s", ended.body()).isEqualTo(202);
    succeeded(atRest(ended.text("/id")));
    damaged().stopReplication();
    damaged().execute(copy.toArray(String[]::new));
    return session;
  }

  /** The same as its source, and it goes on by itself; it is marked no longer. */
  void assertWhole(boolean byGtid) {
    write(3);
    awaitEqual(damaged());
    assertThat(damaged().replication())
        .isNotEmpty()
        .allSatisfy(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
    boolean isNew = damaged().release().has(ServerFeature.SOURCE_REPLICA_TERMS);
    Row status = damaged().query(isNew ? "SHOW REPLICA STATUS" : "SHOW SLAVE STATUS").getFirst();
    if (damaged().queryValue("SELECT @@version").orElseThrow().contains("MariaDB")) {
      // A session tells its GTIDs, whichever way the donor replicates, and they are the surest.
      assertThat(status.firstText("Using_Gtid")).isEqualTo("Slave_Pos");
    } else {
      assertThat(status.firstText("Auto_Position")).isEqualTo(byGtid ? "1" : "0");
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(findings()).doesNotContain("MARKED_FOR_REBUILD"));
  }

  @Override
  public void close() {
    controller.close();
    sandbox.close();
  }
}

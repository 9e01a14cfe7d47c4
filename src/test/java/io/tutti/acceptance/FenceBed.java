package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A source and a replica, an application's account, and a controller that may fence them. */
final class FenceBed implements AutoCloseable {
  static final SandboxAccount APPLICATION = new SandboxAccount("app", "app-Only-1");

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Duration STATEMENT_MAX = Duration.ofSeconds(5);

  private final Sandbox sandbox;
  private final RunningController controller;

  private FenceBed(Sandbox sandbox, RunningController controller) {
    this.sandbox = sandbox;
    this.controller = controller;
  }

  /** With settings that lose nothing. */
  static FenceBed start(ServerRelease release, Map<String, String> settings, String... options) {
    return start(
        Sandbox.builder()
            .release(release)
            .topology("1>2")
            .options("sync_binlog=1", "innodb_flush_log_at_trx_commit=1")
            .options(1, options),
        settings);
  }

  static FenceBed start(SandboxBuilder builder, Map<String, String> settings) {
    Sandbox sandbox = builder.start();
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("TUTTI_REPLICATION_USER", SandboxAccount.REPLICATION.user());
    environment.put("TUTTI_REPLICATION_PASSWORD", SandboxAccount.REPLICATION.password());
    FenceBed bed = new FenceBed(sandbox, RunningController.start(environment));
    bed.createApplication();
    bed.controller.awaitDiscovered(bed.replica().address(), bed.source().address());
    return bed;
  }

  private void createApplication() {
    source()
        .execute(
            "CREATE DATABASE d",
            "CREATE TABLE d.t (id BIGINT AUTO_INCREMENT PRIMARY KEY, v INT)",
            "CREATE USER 'app'@'%' IDENTIFIED BY '" + APPLICATION.password() + "'",
            "GRANT SELECT, INSERT ON d.* TO 'app'@'%'");
  }

  SandboxServer source() {
    return sandbox.server(1);
  }

  SandboxServer replica() {
    return sandbox.server(2);
  }

  Sandbox sandbox() {
    return sandbox;
  }

  RunningController controller() {
    return controller;
  }

  boolean isMariaDb() {
    return source().release().family() == ServerFamily.MARIADB;
  }

  /** What keeps clients from a release, and the values while it does. */
  static Map<String, String> shut(ServerRelease release) {
    return release.family() == ServerFamily.MYSQL && release.isAtLeast(5, 7)
        ? Map.of("offline_mode", "1", "super_read_only", "1", "read_only", "1")
        : Map.of(
            "read_only",
            "1",
            "init_connect",
            "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'fenced by tutti'");
  }

  static boolean isShut(SandboxServer server) {
    return shut(server.release()).entrySet().stream()
        .allMatch(each ->
            server
                .queryValue("SELECT @@global." + each.getKey())
                .equals(Optional.of(each.getValue())));
  }

  static boolean isOpen(SandboxServer server) {
    return shut(server.release()).keySet().stream()
        .allMatch(name ->
            List.of("0", "").contains(server.queryValue("SELECT @@global." + name).orElse("")));
  }

  void awaitShut() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> isShut(source()));
  }

  /** Why an application cannot write; empty when it can. */
  Optional<String> refusal() {
    try (Connection connection = source().connect(APPLICATION, STATEMENT_MAX);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO d.t (v) VALUES (1)");
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  long rows(SandboxServer server) {
    return Long.parseLong(server.queryValue("SELECT COUNT(*) FROM d.t").orElseThrow());
  }

  void awaitReplicated() {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(rows(replica())).isEqualTo(rows(source())));
  }

  /** Somebody starts the replica's receiver: it cannot connect. */
  void assertReplicaCannotReceive() {
    String word = replica().release().has(ServerFeature.SOURCE_REPLICA_TERMS) ? "REPLICA" : "SLAVE";
    replica().execute("START %s IO_THREAD".formatted(word));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          var channel = replica().replication().getFirst();
          assertThat(channel.receiverState()).as("%s", channel).isNotEqualTo("Yes");
          assertThat(channel.receiverError()).as("%s", channel).isNotEmpty();
        });
    replica().execute("STOP %s IO_THREAD".formatted(word));
  }

  void awaitReceives() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(replica().replication().getFirst().receiverState())
                .as("%s", controller.get("/findings").body())
                .isEqualTo("Yes"));
  }

  String path(String rest) {
    return "/instances/%s%s"
        .formatted(RunningController.encoded(source().address().toString()), rest);
  }

  /** The operation that a request began, at its end. */
  JsonNode carryOut(String rest, String body) {
    RunningController.Answer accepted = controller.post(path(rest), body);
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

  /** What the controller began by itself is at its end. */
  void awaitNothingUnderWay() {
    await()
        .atMost(PATIENCE)
        .until(() ->
            controller
                .get("/operations")
                .body()
                .at("/items")
                .valueStream()
                .allMatch(each -> each.at("/atRest").asBoolean()));
  }

  /** The fences that it raised by itself after crashes, which stand or stood; the newest first. */
  List<JsonNode> raisedByItself() {
    return controller
        .get("/operations?limit=1000")
        .body()
        .at("/items")
        .valueStream()
        .filter(each -> each.at("/actor").asString().equals("policy:crash"))
        .filter(each -> each.at("/state").asString().equals("SUCCEEDED"))
        .toList();
  }

  private JsonNode operation(String id) {
    return controller.get("/operations/" + id).body();
  }

  static void assertSucceeded(JsonNode operation) {
    assertThat(operation.at("/state").asString()).as("%s", operation).isEqualTo("SUCCEEDED");
  }

  JsonNode fence() {
    return controller.get(path("/fence")).body();
  }

  List<String> findings() {
    JsonNode findings = controller.get("/findings").body().at("/items");
    return findings
        .valueStream()
        .filter(each -> each.at("/subject").asString().equals(source().address().toString()))
        .map(each -> each.at("/code").asString())
        .toList();
  }

  /** All that a fence is for, on a server that has lost nothing. */
  void assertNothingIsTakenUntilItIsUnfenced() throws SQLException {
    SandboxServer source = source();
    assertThat(refusal()).isEmpty();
    Connection lasting = source.connect(APPLICATION, Duration.ofSeconds(5));

    CommandResult fenced =
        controller.tutti("crash", "fence", source.address().toString(), "--why", "a test");
    assertThat(fenced.exitCode()).as("%s%s", fenced.output(), fenced.errors()).isZero();
    assertThat(fenced.output()).contains("A write was refused", "Replication was refused");
    assertThat(isShut(source)).isTrue();
    assertThat(refusal()).isPresent();
    assertThat(lasting.isValid(2)).as("a session from before").isFalse();
    assertReplicaCannotReceive();
    assertThat(findings()).contains("FENCED").doesNotContain("FENCE_BROKEN");

    source.restart();
    awaitShut();
    await().atMost(PATIENCE).until(() -> refusal().isPresent());
    await()
        .atMost(PATIENCE)
        .until(() -> controller.get("/audit").body().toString().contains("fence.raised"));
    controller.killHardAndStartAgain();
    await().atMost(PATIENCE).until(() -> findings().contains("FENCED"));

    controller.awaitRestartsLookedAt(source.address());
    JsonNode lifted = carryOut(":unfence", "{}");
    assertSucceeded(lifted);
    assertThat(isOpen(source)).isTrue();
    assertThat(refusal()).isEmpty();
    awaitReceives();
    awaitReplicated();
    assertThat(findings()).doesNotContain("FENCED", "FENCE_BROKEN");
  }

  /** All that a start with the option file is for, on a server that was killed and lost nothing. */
  void assertItStartsFenced() {
    assertThat(refusal()).isEmpty();
    BootBed.configure(this, source());
    // What was read in the last second before a start counts as after it.
    await().pollDelay(Duration.ofMillis(2500)).until(() -> true);
    source().killHard();
    try (BootBed.Hammer hammer = new BootBed.Hammer(this)) {
      source().start();
      await().atMost(PATIENCE).until(() -> findings().contains("BOOT_FENCED"));
      assertThat(hammer.accepted()).as("accepted writes").isZero();
    }
    assertThat(isShut(source())).isTrue();
    controller.awaitRestartsLookedAt(source().address());
    assertSucceeded(carryOut(":unfence", "{}"));
    assertThat(isOpen(source())).isTrue();
    assertThat(refusal()).isEmpty();
    await().atMost(PATIENCE).until(() -> !findings().contains("BOOT_FENCED"));
    awaitReceives();
    awaitReplicated();
  }

  @Override
  public void close() {
    controller.close();
    sandbox.close();
  }
}

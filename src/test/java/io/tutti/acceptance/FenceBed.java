package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A source and a replica, an application's account, and a controller that may fence them. */
class FenceBed extends Bed {
  static final SandboxAccount APPLICATION = new SandboxAccount("app", "app-Only-1");
  static final Duration STATEMENT_MAX = Duration.ofSeconds(5);

  FenceBed(BedBuilder builder) {
    super(builder.about(1).durable().mayAttach());
    createApplication();
    awaitKnown();
  }

  /** With settings that lose nothing. */
  static FenceBed start(ServerRelease release, Map<String, String> settings, String... options) {
    return new FenceBed(Bed.of(release).settings(settings).options(1, options));
  }

  private void createApplication() {
    source()
        .execute(
            "CREATE DATABASE d",
            "CREATE TABLE d.t (id BIGINT AUTO_INCREMENT PRIMARY KEY, v INT)",
            "CREATE USER 'app'@'%' IDENTIFIED BY '" + APPLICATION.password() + "'",
            "GRANT SELECT, INSERT ON d.* TO 'app'@'%'");
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
    await().pollInterval(Duration.ofMillis(50)).ignoreExceptions().until(() -> isShut(source()));
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

  void awaitReplicated() {
    await()
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(rows(replica())).isEqualTo(rows(source())));
  }

  /** Somebody starts the replica's receiver: it cannot connect. */
  void assertReplicaCannotReceive() {
    String word = ReplicaStatus.word(replica().release());
    replica().execute("START %s IO_THREAD".formatted(word));
    await()
        .untilAsserted(() -> {
          var channel = replica().replication().getFirst();
          assertThat(channel.receiverState()).as("%s", channel).isNotEqualTo("Yes");
          assertThat(channel.receiverError()).as("%s", channel).isNotEmpty();
        });
    replica().execute("STOP %s IO_THREAD".formatted(word));
  }

  void awaitReceives() {
    await()
        .untilAsserted(() ->
            assertThat(replica().replication().getFirst().receiverState())
                .as("%s", controller().get("/findings").body())
                .isEqualTo("Yes"));
  }

  /** What the controller began by itself is at its end. */
  void awaitNothingUnderWay() {
    await()
        .until(() -> operations().all().stream().allMatch(each -> each.at("/atRest").asBoolean()));
  }

  /** The fences that it raised by itself after crashes, present and past; the newest first. */
  List<JsonNode> raisedByItself() {
    return operations().all().stream()
        .filter(each -> each.at("/actor").asString().equals("policy:crash"))
        .filter(each -> each.at("/state").asString().equals("SUCCEEDED"))
        .toList();
  }

  JsonNode fence() {
    return controller().get(path("/fence")).body();
  }

  /** All that a fence is for, on a server that has lost nothing. */
  void assertNothingIsTakenUntilItIsUnfenced() throws SQLException {
    SandboxServer source = source();
    assertThat(refusal()).isEmpty();
    Connection lasting = source.connect(APPLICATION, Duration.ofSeconds(5));

    CommandResult fenced =
        controller().tutti("fence", source.address().toString(), "--why", "a test", "--yes");
    assertThat(fenced.exitCode()).as("%s%s", fenced.output(), fenced.errors()).isZero();
    assertThat(fenced.output()).contains("A write was refused", "Replication was refused");
    assertThat(isShut(source)).isTrue();
    assertThat(refusal()).isPresent();
    assertThat(lasting.isValid(2)).as("a session from before").isFalse();
    assertReplicaCannotReceive();
    assertThat(findings()).contains("FENCED").doesNotContain("FENCE_BROKEN");

    source.restart();
    awaitShut();
    await().until(() -> refusal().isPresent());
    await().until(() -> controller().get("/audit").body().toString().contains("fence.raised"));
    controller().killHardAndStartAgain();
    await().until(() -> findings().contains("FENCED"));

    controller().awaitRestartsLookedAt(source.address());
    JsonNode lifted = carryOut(":unfence", "{}");
    succeeded(lifted);
    assertThat(isOpen(source)).isTrue();
    assertThat(refusal()).isEmpty();
    awaitReceives();
    awaitReplicated();
    assertThat(findings()).doesNotContain("FENCED", "FENCE_BROKEN");
  }

  /** All that a start with the option file is for, on a server that was killed and lost nothing. */
  void assertItStartsFenced() {
    assertThat(refusal()).isEmpty();
    StartFencedBed.configure(this, source());
    // What was read in the last second before a start counts as after it.
    await().pollDelay(Duration.ofMillis(2500)).until(() -> true);
    source().killHard();
    try (StartFencedBed.Hammer hammer = new StartFencedBed.Hammer(this)) {
      source().start();
      await().until(() -> findings().contains("STARTED_FENCED"));
      assertThat(hammer.accepted()).as("accepted writes").isZero();
    }
    assertThat(isShut(source())).isTrue();
    controller().awaitRestartsLookedAt(source().address());
    succeeded(carryOut(":unfence", "{}"));
    assertThat(isOpen(source())).isTrue();
    assertThat(refusal()).isEmpty();
    await().until(() -> !findings().contains("STARTED_FENCED"));
    awaitReceives();
    awaitReplicated();
  }
}

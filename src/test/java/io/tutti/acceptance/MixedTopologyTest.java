package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.ReplicationChannel;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/**
 * Twelve servers of four releases: a ring (1, 2, 3), a chain through three releases (4, 5, 6) that
 * meets the ring in a multi-source replica (7), a chain below that (8, 9), and a dead branch (10,
 * 11, 12 below 4).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@OwnProcess
class MixedTopologyTest {
  private static final String TOPOLOGY = "1>2,2>3,3>1,4>5,5>6,3>7,6>7,7>8,8>9,4>10,10>11,10>12";
  private static final Set<Integer> DEAD = Set.of(10, 11, 12);

  private Sandbox sandbox;
  private RunningController controller;

  @BeforeAll
  void start() {
    sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .topology(TOPOLOGY)
            .release(ServerRelease.MYSQL_8_0_15)
            .release(4, ServerRelease.MYSQL_5_6_14)
            .release(5, ServerRelease.MYSQL_5_7_22)
            .release(10, ServerRelease.MYSQL_5_6_14)
            .release(11, ServerRelease.MYSQL_5_7_22)
            .release(12, ServerRelease.MYSQL_5_6_14)
            .start();
    WatcherAccount.createOnAll(sandbox);
    controller = RunningController.start(Map.of());
  }

  @AfterAll
  void stop() {
    controller.close();
    sandbox.close();
  }

  private static String name(SandboxServer server) {
    return server.address().toString();
  }

  private String name(int node) {
    return name(sandbox.server(node));
  }

  private JsonNode view(int node) {
    return controller.instance(name(node));
  }

  private static Set<String> channelsAsShown(JsonNode view) {
    Set<String> channels = new TreeSet<>();
    view.at("/channels")
        .forEach(channel ->
            channels.add(
                "%s from %s receiver %s applier %s"
                    .formatted(
                        channel.at("/name").asString(),
                        channel.at("/source").asString(),
                        channel.at("/receiver/state").asString(),
                        channel.at("/applier/state").asString())));
    return channels;
  }

  private static Set<String> channelsAsTheServerSays(SandboxServer server) {
    return server.replication().stream()
        .map(MixedTopologyTest::described)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String described(ReplicationChannel channel) {
    return "%s from %s receiver %s applier %s"
        .formatted(
            channel.name(),
            channel.source(),
            states(channel.receiverState()),
            states(channel.applierState()));
  }

  private static String states(String serversWord) {
    return switch (serversWord) {
      case "Yes" -> "RUNNING";
      case "Connecting" -> "CONNECTING";
      default -> "STOPPED";
    };
  }

  @Test
  @Order(1)
  void theWholeMapIsFoundFromItsFarthestEnd() {
    Answer answer = controller.discover(name(9));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    Set<String> reached = new TreeSet<>();
    answer.body().at("/reached").forEach(address -> reached.add(address.asString()));
    assertThat(reached)
        .containsExactlyInAnyOrderElementsOf(
            sandbox.servers().stream().map(MixedTopologyTest::name).toList());
    assertThat(answer.body().at("/failed").size()).isZero();
    assertThat(controller.get("/clusters").body().at("/items").size()).isEqualTo(1);
  }

  @Test
  @Order(2)
  void everyInstanceIsShownAsItSaysItself() {
    for (SandboxServer server : sandbox.servers()) {
      await()
          .untilAsserted(() -> {
            JsonNode view = controller.instance(name(server));
            assertThat(view.at("/contact").asString()).isEqualTo("REACHED");
            assertThat(view.at("/version").asString())
                .isEqualTo(
                    server.queryValue("SELECT @@version").orElseThrow().replaceFirst("-.*", ""));
            assertThat(view.at("/serverUuid/value").asString())
                .isEqualTo(server.queryValue("SELECT @@server_uuid").orElseThrow());
            assertThat(view.at("/writable/value").asString())
                .isEqualTo(
                    server.queryValue("SELECT IF(@@read_only, 'false', 'true')").orElseThrow());
            assertThat(channelsAsShown(view)).isEqualTo(channelsAsTheServerSays(server));
            assertThat(view.at("/problems").toString()).doesNotContain("FACTS_UNKNOWN");
          });
    }
    assertThat(view(1).at("/role").asString()).isEqualTo("INTERMEDIATE_SOURCE");
    assertThat(view(4).at("/role").asString()).isEqualTo("SOURCE");
    assertThat(view(9).at("/role").asString()).isEqualTo("REPLICA");
    assertThat(view(7).at("/channels").size()).isEqualTo(2);
  }

  @Test
  @Order(2)
  void aServerBehindASecondNameIsKeptOnce() {
    String secondName = "localhost:" + sandbox.server(4).port();
    Answer answer = controller.discover(secondName);
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    assertThat(view(4).at("/aliases").toString()).contains(secondName);
    assertThat(controller.instance(secondName).at("/address").asString()).isEqualTo(name(4));
    assertThat(controller.topologyOf(name(1)).at("/instances").size()).isEqualTo(12);
  }

  @Test
  @Order(3)
  void theRingIsAFinding() {
    String findings = controller.get("/findings").body().toString();
    assertThat(findings).contains("REPLICATION_RING", name(1), name(2), name(3));
    assertThat(findings).contains("SEVERAL_WRITABLE_SOURCES");
  }

  @Test
  @Order(4)
  void aDeadBranchStaysOnTheMapWithWhatWasKnownOfIt() {
    DEAD.forEach(node -> sandbox.server(node).killHard());
    for (int node : DEAD) {
      await()
          .untilAsserted(() -> {
            JsonNode view = view(node);
            assertThat(view.at("/contact").asString()).isEqualTo("FAILED");
            assertThat(view.at("/failure/code").asString()).isEqualTo("CONNECTION_REFUSED");
            assertThat(view.at("/problems").toString()).contains("INSTANCE_UNREACHABLE");
            assertThat(view.at("/version").asString()).isNotEmpty();
          });
    }
    assertThat(controller.topologyOf(name(1)).at("/instances").size()).isEqualTo(12);
  }

  @Test
  @Order(5)
  void anApplierThatStoppedIsShownAndTheOthersGoOnBeingRead() {
    sandbox.server(9).stopReplication();
    await()
        .untilAsserted(() -> {
          assertThat(view(9).at("/problems").toString())
              .contains("APPLIER_STOPPED", "RECEIVER_STOPPED");
          assertThat(channelsAsShown(view(9)))
              .isEqualTo(channelsAsTheServerSays(sandbox.server(9)));
        });
    Instant since = Instant.now();
    await()
        .untilAsserted(
            () -> assertThat(Instant.parse(view(1).at("/observedAt").asString())).isAfter(since));
    sandbox.server(9).startReplication();
  }

  @Test
  @Order(6)
  void theTreeOnTheCommandLineShowsEveryServerOnceUnderItsSource() {
    var result = controller.tutti("topology", name(1), "--no-color");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    System.out.println(result.output());
    List<String> lines =
        result.output().lines().filter(line -> line.contains("127.0.0.1:")).toList();
    for (SandboxServer server : sandbox.servers()) {
      assertThat(
              lines.stream()
                  .filter(line ->
                      line.matches(
                          "^[│├└─ ]*" + name(server) + " +(source|intermediate|replica) .*"))
                  .count())
          .as(name(server))
          .isEqualTo(1);
    }
    assertThat(result.output())
        .contains("↺", "also from", "INSTANCE_UNREACHABLE", "mysql 5.6.14", "mysql 5.7.22");
  }

  @Test
  @Order(7)
  void aControllerKilledWhileItDiscoversHoldsWhatItKnewMarkedWithItsAge() {
    for (SandboxServer server : sandbox.servers()) {
      if (!DEAD.contains(server.node())) {
        server.freeze();
      }
    }
    // Whatever was read before the freeze is saved by now, and the next polls hang in their
    // servers.
    await().untilAsserted(() -> assertThat(view(1).at("/contact").asString()).isEqualTo("FAILED"));
    controller.killHardAndStartAgain();
    JsonNode restored = controller.topologyOf(name(1)).at("/instances");
    assertThat(restored.size()).isEqualTo(12);
    restored.forEach(view -> {
      assertThat(view.at("/contact").asString()).isIn("RESTORED", "FAILED");
      assertThat(view.at("/version").asString()).isNotEmpty();
      assertThat(view.at("/ageMillis").asLong()).isPositive();
    });
    sandbox.servers().stream()
        .filter(server -> !DEAD.contains(server.node()))
        .forEach(SandboxServer::thaw);
    await()
        .untilAsserted(() ->
            assertThat(
                    sandbox.servers().stream()
                        .filter(server -> !DEAD.contains(server.node()))
                        .filter(server ->
                            view(server.node()).at("/contact").asString().equals("REACHED")))
                .hasSize(9));
  }
}

package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.app.RunningController.Answer;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The controller over HTTP. Its servers are fake ones of this process: a source, a middle, a leaf.
 */
class ControllerTest {
  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private FakeServer source;
  private FakeServer middle;
  private FakeServer leaf;
  private RunningController running;

  @BeforeEach
  void start() {
    source = servers.start();
    middle = servers.start();
    leaf = servers.start();
    source.says(state -> state.writable().registeredReplica(middle.address.toString()));
    middle.says(state ->
        state.replicatesFrom(source.address.toString()).registeredReplica(leaf.address.toString()));
    leaf.says(state -> state.writable().replicatesFrom(middle.address.toString()));
    running = RunningController.start(home, servers);
  }

  @AfterEach
  void stop() {
    running.close();
    servers.close();
  }

  private Answer discover(FakeServer seed) {
    return running.post("/api/v1/discoveries", "{\"address\":\"" + seed.address + "\"}");
  }

  private static List<String> texts(JsonNode list, String property) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(item -> item.path(property).asString())
        .toList();
  }

  private JsonNode instance(FakeServer server) {
    return running.get("/api/v1/instances/" + server.address).json();
  }

  @Test
  void discoversTheWholeChainFromItsMiddle() {
    Answer answer =
        running.post(
            "/api/v1/discoveries",
            "{\"host\":\"127.0.0.1\",\"port\":" + middle.address.port() + "}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("seed").asString()).isEqualTo(middle.address.toString());
    assertThat(answer.json().path("reached")).hasSize(3);
    assertThat(answer.json().path("failed")).isEmpty();
    assertThat(answer.json().path("cluster").asString()).isEqualTo(source.address.toString());
    assertThat(answer.json().path("tookMillis").isIntegralNumber()).isTrue();
  }

  @Test
  void showsClustersTheirTopologyAndRoles() {
    discover(source);
    String cluster = source.address.toString();

    JsonNode clusters = running.get("/api/v1/clusters").json().path("items");
    JsonNode topology = running.get("/api/v1/clusters/" + leaf.address + "/topology").json();

    assertThat(texts(clusters, "name")).containsExactly(cluster);
    assertThat(clusters.path(0).path("instances").asInt()).isEqualTo(3);
    assertThat(clusters.path(0).path("reached").asInt()).isEqualTo(3);
    assertThat(clusters.path(0).path("worstSeverity").asString()).isEqualTo("WARNING");
    assertThat(running.get("/api/v1/clusters/" + cluster).json()).isEqualTo(clusters.path(0));
    assertThat(topology.path("name").asString()).isEqualTo(cluster);
    assertThat(topology.path("heads").path(0).asString()).isEqualTo(cluster);
    assertThat(texts(topology.path("instances"), "role"))
        .containsExactlyInAnyOrder("SOURCE", "INTERMEDIATE_SOURCE", "REPLICA");
    assertThat(topology.path("instances").path(0).has("settings")).isFalse();
  }

  @Test
  void showsAnInstanceWithFactsAndWhyThereAreNone() {
    discover(source);
    JsonNode view = instance(leaf);

    assertThat(view.path("contact").asString()).isEqualTo("REACHED");
    assertThat(view.path("cluster").asString()).isEqualTo(source.address.toString());
    assertThat(view.path("version").asString()).isEqualTo("8.0.15");
    assertThat(view.path("ageMillis").isIntegralNumber()).isTrue();
    assertThat(view.path("observedAt").asString()).isEqualTo("2026-11-20T12:00:00Z");
    assertThat(view.path("writable").path("value").asBoolean()).isTrue();
    assertThat(view.path("writeProtection").path("superReadOnly").path("absent").asString())
        .isEqualTo("not part of this test");
    assertThat(view.path("writeProtection").path("superReadOnly").has("value")).isFalse();
    assertThat(view.path("durability").path("syncBinlog").path("value").asInt()).isEqualTo(1);
    assertThat(view.path("uptimeSeconds").path("value").asInt()).isEqualTo(300);
    JsonNode channel = view.path("channels").path(0);
    assertThat(channel.path("source").asString()).isEqualTo(middle.address.toString());
    assertThat(channel.path("receiver").path("state").asString()).isEqualTo("RUNNING");
    assertThat(channel.path("applier").path("delaySeconds").path("value").asDouble()).isZero();
    assertThat(channel.path("lag").has("absent")).isTrue();
    assertThat(view.path("problems").toString()).contains("REPLICA_WRITABLE");
    assertThat(view.has("settings")).isTrue();
    assertThat(view.path("counters").has("absent")).isTrue();
    assertThat(view.has("failure")).isFalse();
  }

  @Test
  void listsFindingsWithEvidenceAndRemedies() {
    discover(source);

    JsonNode all = running.get("/api/v1/findings").json().path("items");
    JsonNode ofCluster =
        running.get("/api/v1/clusters/" + source.address + "/findings").json().path("items");

    assertThat(texts(all, "code")).contains("REPLICA_WRITABLE");
    assertThat(ofCluster).isEqualTo(all);
    JsonNode finding = found("?code=REPLICA_WRITABLE").path(0);
    assertThat(finding.path("subject").asString()).isEqualTo(leaf.address.toString());
    assertThat(finding.path("instance").asString()).isEqualTo(leaf.address.toString());
    assertThat(finding.path("severity").asString()).isEqualTo("WARNING");
    assertThat(finding.at("/remedies/0/sentence").asString())
        .startsWith("SET GLOBAL read_only = 1");
    assertThat(finding.path("evidence").asString()).contains("has read_only off");
  }

  @Test
  void findingsAreCountedAndFiltered() {
    discover(source);
    JsonNode all = running.get("/api/v1/findings").json();
    int warnings = all.at("/counts/warning").asInt();

    assertThat(warnings).isPositive();
    assertThat(all.path("items"))
        .hasSize(all.at("/counts/critical").asInt() + warnings + all.at("/counts/notice").asInt());
    assertThat(texts(found("?severity=warning"), "severity")).hasSize(warnings);
    assertThat(found("?severity=critical")).isEmpty();
    assertThat(texts(found("?code=replica-writable&code=FENCED"), "code"))
        .containsOnly("REPLICA_WRITABLE");
    assertThat(texts(found("?instance=" + leaf.address), "subject"))
        .isNotEmpty()
        .allMatch(subject -> subject.startsWith(leaf.address.toString()));
    assertThat(found("?instance=" + source.address + "&code=REPLICA_WRITABLE")).isEmpty();
    assertThat(found("?cluster=" + leaf.address)).isEqualTo(all.path("items"));
  }

  private JsonNode found(String query) {
    return running.get("/api/v1/findings" + query).json().path("items");
  }

  @Test
  void aFilterThatNamesWhatThereIsNotIsRefused() {
    Answer severity = running.get("/api/v1/findings?severity=bad");
    Answer code = running.get("/api/v1/findings?code=REPLICA_LAGING");

    assertThat(severity.status()).isEqualTo(400);
    assertThat(severity.json().toString()).contains("critical, warning, notice");
    assertThat(code.status()).isEqualTo(400);
    assertThat(code.json().toString()).contains("did you mean REPLICA_LAGGING");
    assertThat(running.get("/api/v1/findings?cluster=nowhere").status()).isEqualTo(404);
    assertThat(running.get("/api/v1/findings?instance=127.0.0.1:1").status()).isEqualTo(404);
  }

  @Test
  void showsAFailureAndKeepsWhatWasKnown() {
    discover(source);
    leaf.die();

    // The contact that is under way meanwhile is lost; the next one is refused.
    await().until(() -> instance(leaf).at("/failure/code").asString().equals("CONNECTION_REFUSED"));

    JsonNode view = instance(leaf);
    assertThat(view.path("contact").asString()).isEqualTo("FAILED");
    assertThat(view.path("failure").path("attempts").asInt()).isPositive();
    assertThat(view.path("role").asString()).isEqualTo("REPLICA");
    assertThat(view.path("problems").toString()).contains("INSTANCE_UNREACHABLE");
  }

  @Test
  void forgetsAnInstanceAndNamesWhatStillLeadsToIt() {
    discover(source);
    leaf.die();
    await().until(() -> instance(leaf).path("contact").asString().equals("FAILED"));

    Answer forgotten = running.delete("/api/v1/instances/" + leaf.address);

    assertThat(forgotten.status()).isEqualTo(200);
    assertThat(forgotten.json().path("address").asString()).isEqualTo(leaf.address.toString());
    assertThat(forgotten.json().path("stillLedToBy").path(0).asString())
        .isEqualTo(middle.address.toString());
    assertThat(running.delete("/api/v1/instances/127.0.0.1:1").status()).isEqualTo(404);
  }

  @Test
  void knowsTheFleetAgainAfterARestartAndHowOldThatIs() {
    discover(source);
    await().until(() -> running.get("/api/v1/instances").json().path("items").size() == 3);
    running.close();
    servers.close();

    running =
        RunningController.start(home, new FakeServers(), "--tutti.discovery.poll-interval=1m");

    await()
        .untilAsserted(
            () -> assertThat(running.get("/api/v1/instances").json().path("items")).hasSize(3));
    JsonNode view = instance(leaf);
    assertThat(view.path("contact").asString()).isIn("RESTORED", "FAILED");
    assertThat(view.path("ageMillis").asLong()).isPositive();
    assertThat(view.path("channels").path(0).path("source").asString())
        .isEqualTo(middle.address.toString());
    assertThat(texts(running.get("/api/v1/clusters").json().path("items"), "name"))
        .containsExactly(source.address.toString());
  }

  @Test
  void showsWhatWasDoneByWhom() {
    discover(source);

    JsonNode all = running.get("/api/v1/audit").json().path("items");
    JsonNode ofSource =
        running.get("/api/v1/audit?limit=2&target=" + source.address).json().path("items");

    assertThat(texts(all, "action")).contains("discovery.requested", "instance.found");
    assertThat(ofSource).hasSize(2);
    assertThat(texts(ofSource, "target")).containsOnly(source.address.toString());
    assertThat(ofSource.path(0).path("outcome").asString()).isEqualTo("DONE");
  }

  @Test
  void listsFlavors() {
    JsonNode flavor = running.get("/api/v1/flavors").json().path("items").path(0);

    assertThat(flavor.path("id").asString()).isEqualTo("fake-1");
    assertThat(flavor.path("description").asString()).isEqualTo("fake servers");
    assertThat(flavor.path("capabilities").isArray()).isTrue();
  }

  @Test
  void answersARefusedLoginAsStateOfTheTarget() {
    FakeServer refusing = servers.start();
    refusing.refuseLogins(true);

    Answer answer = discover(refusing);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("code").asString()).isEqualTo("ACCESS_DENIED");
    assertThat(running.get("/api/v1/instances").json().path("items")).isEmpty();
  }

  @Test
  void leavesItsAddressForClientsOfThisMachineOnly() throws IOException {
    JsonNode announced =
        JsonMapper.shared().readTree(Files.readString(home.resolve("controller.json")));

    assertThat(announced.path("url").asString()).isEqualTo(running.controller().url());
    assertThat(announced.path("pid").asLong()).isEqualTo(ProcessHandle.current().pid());
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(home.resolve("controller.json"))))
        .isEqualTo("rw-------");
    assertThat(home.resolve("token")).doesNotExist();
    running.close();
    assertThat(home.resolve("controller.json")).doesNotExist();
    running = RunningController.start(home, servers);
  }

  @Test
  void makesATokenAtTheFirstStartAndShowsItOnce(@TempDir Path fresh) throws IOException {
    List<String> flags = List.of("--tutti.home=" + fresh, "--tutti.http.port=0");
    String token;
    try (Controller first =
        Controller.start(Main.settings(flags, Map.of(), fresh), () -> Plugins.of(servers))) {
      token = first.newToken().orElseThrow();
    }
    assertThat(Files.readString(fresh.resolve("token"))).isEqualTo(token + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh.resolve("token"))))
        .isEqualTo("rw-------");
    try (Controller second =
        Controller.start(Main.settings(flags, Map.of(), fresh), () -> Plugins.of(servers))) {
      assertThat(second.newToken()).isEmpty();
    }
  }

  @Test
  void refusesAPortThatIsInUse(@TempDir Path other) {
    String port = running.controller().url().replaceFirst(".*:", "");

    assertThatThrownBy(() -> RunningController.start(other, servers, "--tutti.http.port=" + port))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("Port " + port + " is in use")
        .hasMessageContaining("TUTTI_HTTP_PORT");
    assertThat(other.resolve("controller.json")).doesNotExist();
  }

  @Test
  void discoversItsSeeds(@TempDir Path other) {
    try (RunningController seeded =
        RunningController.start(other, servers, "--tutti.seeds=" + leaf.address)) {
      await().until(() -> seeded.get("/api/v1/instances").json().path("items").size() == 3);
    }
  }

  @Test
  void keepsASeedThatIsAwayAtItsStart(@TempDir Path other) {
    leaf.refuseLogins(true);
    try (RunningController seeded =
        RunningController.start(other, servers, "--tutti.seeds=" + leaf.address)) {
      String path = "/api/v1/instances/" + leaf.address;
      await().until(() -> seeded.get(path).json().path("failure").path("attempts").asInt() > 0);
      leaf.refuseLogins(false);
      await().until(() -> seeded.get("/api/v1/instances").json().path("items").size() == 3);
    }
  }
}

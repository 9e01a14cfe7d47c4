package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What is acknowledged, muted or in downtime, over HTTP. A source, and a replica that takes writes.
 */
class SilenceControllerTest {
  private static final String CODE = "REPLICA_WRITABLE";
  private static final String CONTACT = "--tutti.discovery.allow=127.0.0.0/8";

  /** Of a server of which little is known it is found, too. */
  private static final String ONE_FINDING =
      "--tutti.findings.no-replica-can-take-over.enabled=false";

  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private FakeServer source;
  private FakeServer replica;
  private RunningController running;

  @BeforeEach
  void start() {
    source = servers.start();
    replica = servers.start();
    source.says(state -> state.writable().registeredReplica(replica.address.toString()));
    replica.says(state -> state.writable().replicatesFrom(source.address.toString()));
    running = RunningController.start(home, servers, CONTACT, ONE_FINDING);
    running.post("/api/v1/discoveries", "{\"address\":\"" + source.address + "\"}");
  }

  @AfterEach
  void stop() {
    running.close();
    servers.close();
  }

  private JsonNode findings() {
    return running.get("/api/v1/findings?code=" + CODE).json();
  }

  private Answer post(String path, String body) {
    return running.post("/api/v1" + path + "?reason=known", body);
  }

  private String ofReplica(String more) {
    return "{\"code\":\"%s\",\"instance\":\"%s\"%s}".formatted(CODE, replica.address, more);
  }

  private void assertCounted(int counted, int silenced) {
    assertThat(findings().path("items")).hasSize(counted);
    assertThat(findings().at("/counts/warning").asInt()).isEqualTo(counted);
    assertThat(findings().path("silenced")).hasSize(silenced);
    assertThat(running.get("/api/v1/clusters").json().at("/items/0/findings").asInt())
        .isEqualTo(counted);
  }

  @Test
  void whatIsAcknowledgedIsShownApartUntilSomebodyCountsItAgain() {
    assertCounted(1, 0);
    Answer acknowledged = post("/findings:acknowledge", ofReplica(""));

    assertThat(acknowledged.status()).isEqualTo(200);
    assertThat(acknowledged.json().path("kind").asString()).isEqualTo("ACKNOWLEDGED");
    assertCounted(0, 1);
    assertThat(findings().at("/silenced/0/silence/reason").asString()).isEqualTo("known");
    assertThat(post("/findings:acknowledge", ofReplica("")).status()).isEqualTo(400);

    assertThat(post("/findings:unmute", ofReplica("")).status()).isEqualTo(200);
    assertCounted(1, 0);
    assertThat(post("/findings:unmute", ofReplica("")).status()).isEqualTo(400);
    assertThat(running.get("/api/v1/audit").json().toString())
        .contains("finding.acknowledged", "finding.unmuted");
  }

  @Test
  void aRestartedControllerKnowsWhatIsMutedAndSinceWhenWhatIsThere() {
    String since = findings().at("/items/0/since").asString();
    assertThat(post("/findings:mute", ofReplica(",\"ttl\":\"PT2H\"")).status()).isEqualTo(200);
    assertCounted(0, 1);
    await().pollDelay(Duration.ofSeconds(2)).until(() -> findings().path("silenced").size() == 1);
    running.close();

    running = RunningController.start(home, servers, CONTACT, ONE_FINDING);

    await().until(() -> findings().path("silenced").size() == 1);
    assertThat(findings().at("/silenced/0/since").asString()).isEqualTo(since);
    assertThat(running.get("/api/v1/silences").json().at("/items/0/code").asString())
        .isEqualTo(CODE);
  }

  @Test
  void aDowntimeOfTheClusterCoversItsServers() {
    String cluster = "{\"cluster\":\"%s\"".formatted(replica.address);
    Answer begun = post("/downtimes", cluster + ",\"owner\":\"dba\",\"ttl\":\"PT1H\"}");

    assertThat(begun.status()).isEqualTo(200);
    assertThat(begun.json().path("cluster").asString()).isEqualTo(source.address.toString());
    assertCounted(0, 1);
    assertThat(findings().at("/silenced/0/silence/kind").asString()).isEqualTo("DOWNTIME");
    assertThat(running.get("/api/v1/downtimes").json().at("/items/0/owner").asString())
        .isEqualTo("dba");

    assertThat(post("/downtimes:end", cluster + "}").status()).isEqualTo(200);
    assertCounted(1, 0);
    assertThat(post("/downtimes:end", cluster + "}").status()).isEqualTo(400);
  }

  @Test
  void whatDoesNotSayWhyUntilWhenOrOfWhatIsRefused() {
    String whole = ofReplica(",\"ttl\":\"PT2H\"");

    assertThat(running.post("/api/v1/findings:mute", whole).json().toString())
        .contains("does not say why");
    assertThat(post("/findings:mute", ofReplica("")).json().toString())
        .contains("does not say until when");
    assertThat(post("/findings:mute", ofReplica(",\"ttl\":\"-PT2H\"")).status()).isEqualTo(400);
    assertThat(post("/findings:mute", "{\"code\":\"FENCED\",\"ttl\":\"PT2H\"}").status())
        .isEqualTo(400);
    assertThat(post("/findings:mute", whole.replace(CODE, "NOTHING_LIKE_IT")).status())
        .isEqualTo(400);
    assertThat(post("/downtimes", "{\"instance\":\"127.0.0.1:1\",\"ttl\":\"PT1H\"}").status())
        .isEqualTo(404);
    assertCounted(1, 0);
  }
}

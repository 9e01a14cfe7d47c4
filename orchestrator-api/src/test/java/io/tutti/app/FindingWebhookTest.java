package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import io.tutti.fixtures.WebhookReceiver;
import io.tutti.fixtures.WebhookReceiver.Received;
import io.tutti.model.ThreadState;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A controller that sends findings to a receiver (docs/webhooks.md). */
class FindingWebhookTest {
  private static final String SECRET = "of the webhook alone";

  @TempDir private Path home;

  private final FakeServers servers = new FakeServers();
  private final WebhookReceiver receiver = new WebhookReceiver();
  private final LoggedEvents log = LoggedEvents.open();

  @AfterEach
  void close() {
    log.close();
    servers.close();
    receiver.close();
  }

  private RunningController start() {
    return RunningController.start(
        home,
        servers,
        "--tutti.discovery.allow=127.0.0.0/8",
        "--tutti.webhook.url=" + receiver.address(),
        "--tutti.webhook.secret=" + SECRET);
  }

  private static void discover(RunningController running, FakeServer... all) {
    for (FakeServer server : all) {
      running.post(
          "/api/v1/discoveries",
          "{\"host\":\"127.0.0.1\",\"port\":%d}".formatted(server.address.port()));
    }
  }

  private List<JsonNode> messages(String type) {
    return receiver.received().stream()
        .map(Received::body)
        .map(body -> JsonMapper.shared().readTree(body))
        .filter(body -> body.path("type").asString().equals(type))
        .toList();
  }

  private Stream<String> findings(String type, String list) {
    return messages(type).stream()
        .flatMap(message -> message.path(list).valueStream())
        .map(finding -> finding.path("code").asString() + " " + finding.path("subject").asString());
  }

  @Test
  void newAndClearedFindingsAreSentAndARestartSaysThatItIsOne() {
    FakeServer source = servers.start();
    FakeServer replica = servers.start();
    String stopped = "APPLIER_STOPPED " + replica.address;
    replica.says(state -> state.channel(Channels.from(source.address.toString()).build()));
    try (RunningController running = start()) {
      discover(running, source, replica);
      await().until(() -> !messages("findings.current").isEmpty());

      replica.says(state ->
          state.channel(
              Channels.from(source.address.toString()).applier(ThreadState.STOPPED).build()));
      await().until(() -> findings("findings.changed", "appeared").anyMatch(stopped::equals));
      JsonNode finding = messages("findings.changed").getLast().path("appeared").get(0);
      assertThat(finding.path("severity").asString()).isEqualTo("WARNING");
      assertThat(finding.path("since").asString()).isNotEmpty();
    }
    int before = messages("findings.changed").size();
    try (RunningController again = start()) {
      await().until(() -> findings("findings.current", "current").anyMatch(stopped::equals));
      assertThat(messages("findings.changed")).hasSize(before);

      replica.says(state -> state.channel(Channels.from(source.address.toString()).build()));
      await().until(() -> findings("findings.changed", "cleared").anyMatch(stopped::equals));
      assertThat(again.get("/api/v1/findings").status()).isEqualTo(200);
    }
    assertThat(receiver.received())
        .allSatisfy(request -> {
          assertThat(request.signature()).isPresent();
          assertThat(JsonMapper.shared().readTree(request.body()).path("id").asString())
              .isEqualTo(request.id());
        });
    assertThat(log.lines()).noneMatch(line -> line.contains("hidden") || line.contains(SECRET));
  }

  @Test
  void whatIsMutedIsSentAsClearedAndAgainWhenItCounts() {
    FakeServer source = servers.start();
    FakeServer replica = servers.start();
    String stopped = "APPLIER_STOPPED " + replica.address;
    replica.says(state ->
        state.channel(
            Channels.from(source.address.toString()).applier(ThreadState.STOPPED).build()));
    try (RunningController running = start()) {
      discover(running, source, replica);
      await()
          .until(() ->
              findings("findings.changed", "appeared").anyMatch(stopped::equals)
                  || findings("findings.current", "current").anyMatch(stopped::equals));

      String muted = "{\"code\":\"APPLIER_STOPPED\",\"instance\":\"%s\",\"ttl\":\"PT1H\"}";
      assertThat(
              running
                  .post("/api/v1/findings:mute?reason=known", muted.formatted(replica.address))
                  .status())
          .isEqualTo(200);
      await().until(() -> findings("findings.changed", "cleared").anyMatch(stopped::equals));
      JsonNode cleared = messages("findings.changed").getLast().path("cleared").get(0);
      assertThat(cleared.path("silence").path("kind").asString()).isEqualTo("MUTED");

      long before = findings("findings.changed", "appeared").filter(stopped::equals).count();
      String unmuted = "{\"code\":\"APPLIER_STOPPED\",\"instance\":\"%s\"}";
      running.post("/api/v1/findings:unmute", unmuted.formatted(replica.address));
      await()
          .until(() ->
              findings("findings.changed", "appeared").filter(stopped::equals).count() > before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--tutti.webhook.url=ftp://127.0.0.1/,does not begin with http",
    "--tutti.webhook.secret=short,it has 5 bytes",
    "--tutti.webhook.attempts-max=0,at least one attempt",
  })
  void whatCannotWorkStopsTheStart(String flag, String why) {
    String url = "--tutti.webhook.url=" + receiver.address();
    assertThatThrownBy(() -> RunningController.start(home, servers, url, flag))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining(why);
  }
}

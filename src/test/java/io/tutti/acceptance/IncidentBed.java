package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A watched server that is restarted, and what is kept of it. */
record IncidentBed(RunningController controller, SandboxServer server) {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** Kills it with these settings seen in force, and starts it again. */
  void killWith(int syncBinlog, int flushLog) {
    server.execute(
        "SET GLOBAL sync_binlog = " + syncBinlog,
        "SET GLOBAL innodb_flush_log_at_trx_commit = " + flushLog);
    await()
        .atMost(PATIENCE)
        .until(() -> {
          JsonNode durability = controller.instance(server.address()).at("/durability");
          return durability.at("/syncBinlog/value").asInt(-1) == syncBinlog
              && durability.at("/flushLogAtCommit/value").asInt(-1) == flushLog;
        });
    server.killHard();
    server.start();
  }

  List<JsonNode> incidents() {
    JsonNode items =
        controller
            .get("/incidents?instance=" + RunningController.encoded(server.address().toString()))
            .body()
            .at("/items");
    return List.copyOf(items.valueStream().toList());
  }

  /** The newest incident, when there are so many and nothing is left to look at. */
  JsonNode settled(int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(incidents()).hasSize(count);
          assertThat(incidents().getFirst().at("/settled").asBoolean())
              .as("%s", incidents().getFirst())
              .isTrue();
        });
    return incidents().getFirst();
  }

  static void assertJudged(JsonNode incident, String ended, String cost) {
    assertThat(incident.at("/ended/value").asString()).as("%s", incident).isEqualTo(ended);
    assertThat(incident.at("/cost").asString()).as("%s", incident).isEqualTo(cost);
    assertThat(incident.at("/suspect").asBoolean()).isEqualTo(cost.startsWith("COMMITS"));
  }

  String findings() {
    return controller.get("/findings").body().toString();
  }

  Answer reportBoot(String bootId, Instant bootedAt) {
    Answer answer =
        controller.post(
            "/boot-reports",
            "{\"host\":\"%s\",\"bootId\":\"%s\",\"bootedAt\":\"%s\"}"
                .formatted(server.address().host(), bootId, bootedAt));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    return answer;
  }
}

package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A watched server that is restarted, and what is kept of it. */
record IncidentBed(RunningController controller, SandboxServer server) {
  private static final String LOSS = "RESTARTED_WITH_POSSIBLE_LOSS";

  /** Kills it with these settings seen in force, and starts it again. */
  void killWith(int syncBinlog, int flushLog) {
    seeWith(syncBinlog, flushLog);
    server.killHard();
    server.start();
  }

  /**
   * Sets these, and waits until they were seen of a process that can be distinguished from the
   * next.
   */
  void seeWith(int syncBinlog, int flushLog) {
    server.execute(
        "SET GLOBAL sync_binlog = " + syncBinlog,
        "SET GLOBAL innodb_flush_log_at_trx_commit = " + flushLog);
    await()
        .until(() -> {
          JsonNode durability = controller.instance(server.address()).at("/durability");
          return durability.at("/syncBinlog/value").asInt(-1) == syncBinlog
              && durability.at("/flushLogAtCommit/value").asInt(-1) == flushLog;
        });
    awaitAnotherSecond();
  }

  /** Processes that begin in the same second cannot be distinguished. */
  void awaitAnotherSecond() {
    Bed.awaitUptime(server, 2);
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

  /** What was judged is among the findings a moment later. */
  void awaitLossFound() {
    await().untilAsserted(() -> assertThat(findings()).contains(LOSS));
  }

  void awaitNoLossFound() {
    await().untilAsserted(() -> assertThat(findings()).doesNotContain(LOSS));
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

  /** What it cost by the settings before, and by what its host shows. */
  static void assertEachRestartIsKept(ServerRelease release) throws IOException {
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RunningController controller =
            RunningController.start(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))) {
      WatcherAccount.createOnAll(sandbox);
      IncidentBed bed = new IncidentBed(controller, sandbox.server(1));
      controller.awaitDiscovered(sandbox.server(1).address());

      boolean isShowingItsErrorLog = release == ServerRelease.MYSQL_9_7;
      if (isShowingItsErrorLog) {
        sandbox
            .server(1)
            .execute(
                "SET SESSION sql_log_bin=0",
                "GRANT SELECT ON performance_schema.error_log TO '%s'@'%%'"
                    .formatted(WatcherAccount.USER));
      }
      bed.killWith(1, 1);
      JsonNode durable = bed.settled(1);
      assertJudged(durable, "CUT_OFF", "NONE_BY_SETTINGS");
      assertThat(durable.at("/open").asBoolean()).as("%s", durable).isFalse();
      assertThat(durable.at("/settings/syncBinlog/value").asInt()).isEqualTo(1);

      assertThat(durable.at("/errorLog").has("absent")).isNotEqualTo(isShowingItsErrorLog);
      assertThat(durable.at("/errorLog/value").toString().contains("crash recovery"))
          .as("%s", durable)
          .isEqualTo(isShowingItsErrorLog);

      bed.killWith(0, 2);
      JsonNode unknownHost = bed.settled(2);
      assertJudged(unknownHost, "CUT_OFF", "COMMITS_WITH_THE_HOST");
      bed.awaitLossFound();
      assertThat(bed.reportBoot(bootId(), bootedAt()).body().at("/incidents/0").asString())
          .isEqualTo(unknownHost.at("/id").asString());
      JsonNode knownHost = bed.settled(2);
      assertJudged(knownHost, "CUT_OFF", "NONE_BY_HOST");
      assertThat(knownHost.at("/open").asBoolean()).as("%s", knownHost).isFalse();
      bed.awaitNoLossFound();

      bed.killWith(0, 0);
      assertJudged(bed.settled(3), "CUT_OFF", "COMMITS");
      assertThat(bed.incidents()).hasSize(3);
    }
  }

  /** Of the machine of the tests. */
  static String bootId() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }

  static Instant bootedAt() throws IOException {
    return Files.readAllLines(Path.of("/proc/stat")).stream()
        .filter(line -> line.startsWith("btime "))
        .map(line -> Instant.ofEpochSecond(Long.parseLong(line.substring(6).strip())))
        .findFirst()
        .orElseThrow();
  }
}

package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Restarts of real servers become incidents, judged by the settings before and by the host. */
class IncidentsTest {
  private static final Map<String, String> POLLED_OFTEN =
      Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms");

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MARIADB_10_2_11", "MARIADB_11_4_5"})
  void eachRestartIsKeptWithWhatItCost(ServerRelease release) throws IOException {
    try (Sandbox sandbox = Sandbox.builder().release(release).topology("1").start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      controller.discover(server.address());

      bed.killWith(1, 1);
      JsonNode durable = bed.settled(1);
      IncidentBed.assertJudged(durable, "CUT_OFF", "NONE_BY_SETTINGS");
      assertThat(durable.at("/open").asBoolean()).as("%s", durable).isFalse();
      assertThat(durable.at("/settings/syncBinlog/value").asInt()).isEqualTo(1);

      bed.killWith(0, 2);
      JsonNode unknownHost = bed.settled(2);
      IncidentBed.assertJudged(unknownHost, "CUT_OFF", "COMMITS_WITH_THE_HOST");
      assertThat(bed.findings()).contains("RESTARTED_WITH_POSSIBLE_LOSS");
      assertThat(bed.reportBoot(bootId(), bootedAt()).body().at("/incidents/0").asString())
          .isEqualTo(unknownHost.at("/id").asString());
      JsonNode knownHost = bed.settled(2);
      IncidentBed.assertJudged(knownHost, "CUT_OFF", "NONE_BY_HOST");
      assertThat(knownHost.at("/open").asBoolean()).as("%s", knownHost).isFalse();
      assertThat(bed.findings()).doesNotContain("RESTARTED_WITH_POSSIBLE_LOSS");

      bed.killWith(0, 0);
      JsonNode lossy = bed.settled(3);
      IncidentBed.assertJudged(lossy, "CUT_OFF", "COMMITS");
      closes(controller, bed, lossy);
      assertThat(bed.incidents()).hasSize(3);
    }
  }

  private static void closes(RunningController controller, IncidentBed bed, JsonNode lossy) {
    String id = lossy.at("/id").asString();
    assertThat(controller.tutti("crash", "list", "--open").output()).contains(id, "COMMITS");
    assertThat(controller.tutti("crash", "show", id).output())
        .contains("commits may be lost", "its tables may lack what its binlog has");
    CommandResult closed = controller.tutti("crash", "close", id, "--why", "rebuilt");
    assertThat(closed.exitCode()).as("%s", closed).isZero();
    assertThat(controller.tutti("crash", "list", "--open").output()).doesNotContain(id);
    assertThat(controller.tutti("crash", "list").output()).contains(id, "closed: rebuilt");
    assertThat(bed.findings()).doesNotContain("RESTARTED_WITH_POSSIBLE_LOSS");
    CommandResult again = controller.tutti("crash", "close", id, "--why", "again");
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.errors()).contains("INCIDENT_CLOSED");
  }

  /** What another boot looks like; the machine of the tests stays up. */
  @Test
  void aHostThatWentDownTakesWhatWasNotOnDisk() {
    try (Sandbox sandbox =
            Sandbox.builder().release(ServerRelease.MYSQL_5_7_22).topology("1").start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      controller.discover(server.address());
      String before = UUID.randomUUID().toString();
      bed.reportBoot(before, Instant.now().minusSeconds(3600));

      bed.killWith(0, 2);
      IncidentBed.assertJudged(bed.settled(1), "CUT_OFF", "COMMITS_WITH_THE_HOST");
      bed.reportBoot(UUID.randomUUID().toString(), Instant.now());
      JsonNode down = bed.settled(1);
      assertThat(down.at("/host/value").asString()).isEqualTo("WENT_DOWN");
      IncidentBed.assertJudged(down, "CUT_OFF", "COMMITS");
      assertThat(down.at("/missing").toString()).isEqualTo("[\"BINLOG\",\"ROWS\"]");

      bed.killWith(1, 1);
      bed.reportBoot(UUID.randomUUID().toString(), Instant.now());
      IncidentBed.assertJudged(bed.settled(2), "CUT_OFF", "NONE_BY_SETTINGS");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void isNoticedWhenItWasFasterThanThePollAndWhenNobodyWatched(ServerRelease release) {
    try (Sandbox sandbox = Sandbox.builder().release(release).topology("1").start();
        RunningController controller =
            RunningController.start(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "60s"))) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      server.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
      controller.discover(server.address());

      server.killHard();
      server.start();
      controller.discover(server.address());
      IncidentBed.assertJudged(bed.settled(1), "CUT_OFF", "COMMITS");
      assertThat(controller.get("/audit?target=" + server.address()).body().toString())
          .contains("instance.restarted", "incident.judged")
          .doesNotContain("instance.lost");

      controller.killHard();
      server.restart();
      controller.startAgain();
      controller.discover(server.address());
      IncidentBed.assertJudged(bed.settled(2), "STOPPED", "NONE");
      controller.killHardAndStartAgain();
      controller.discover(server.address());
      assertThat(bed.incidents()).hasSize(2);
    }
  }

  private static String bootId() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }

  private static Instant bootedAt() throws IOException {
    return Files.readAllLines(Path.of("/proc/stat")).stream()
        .filter(line -> line.startsWith("btime "))
        .map(line -> Instant.ofEpochSecond(Long.parseLong(line.substring(6).strip())))
        .findFirst()
        .orElseThrow();
  }
}

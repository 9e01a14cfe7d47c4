package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Restarts of real servers become incidents, judged by the settings before and by the host. */
class IncidentsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Map<String, String> POLLED_OFTEN =
      Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms");

  private static final Path HOOKS =
      Path.of("../../distribution/target/tutti/hooks").toAbsolutePath().normalize();

  @TempDir private Path state;

  @Test
  void aPersonClosesWhatIsLeftToDo() {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_5_7_22)
                .topology("1")
                .start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      IncidentBed bed = new IncidentBed(controller, sandbox.server(1));
      controller.awaitDiscovered(sandbox.server(1).address());
      bed.killWith(0, 0);
      JsonNode lossy = bed.settled(1);
      bed.awaitLossFound();

      String id = lossy.at("/id").asString();
      assertThat(controller.tutti("crash", "list", "--open").output()).contains(id, "COMMITS");
      assertThat(controller.tutti("crash", "show", id).output())
          .contains("commits may be lost", "its tables may lack what its binlog has");
      CommandResult closed = controller.tutti("crash", "close", id, "--why", "rebuilt");
      assertThat(closed.exitCode()).as("%s", closed).isZero();
      assertThat(controller.tutti("crash", "list", "--open").output()).doesNotContain(id);
      assertThat(controller.tutti("crash", "list").output()).contains(id, "closed: rebuilt");
      bed.awaitNoLossFound();
      CommandResult again = controller.tutti("crash", "close", id, "--why", "again");
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.errors()).contains("INCIDENT_CLOSED");
    }
  }

  /** The hook that is shipped, run as a host runs it. */
  @Matrix
  @Test
  void aHostReportsThatItStayedUp() throws IOException, InterruptedException {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_5_7_22)
                .topology("1")
                .start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      IncidentBed bed = new IncidentBed(controller, sandbox.server(1));
      controller.awaitDiscovered(sandbox.server(1).address());
      bed.killWith(0, 2);
      IncidentBed.assertJudged(bed.settled(1), "CUT_OFF", "COMMITS_WITH_THE_HOST");

      install();
      assertThat(hook(controller, "--shutdown")).isZero();
      assertThat(hook(controller)).isZero();
      JsonNode reported = bed.settled(1);
      assertThat(reported.at("/host/value").asString()).as("%s", reported).isEqualTo("STAYED_UP");
      IncidentBed.assertJudged(reported, "CUT_OFF", "NONE_BY_HOST");
    }
  }

  /** As the page says; systemd itself is not asked, but for whether it has the units. */
  private void install() throws IOException {
    Path units = Files.createDirectory(state.resolve("units"));
    PageShell.in(state)
        .with("/usr/local/bin/", state + "/")
        .with("hooks/", HOOKS + "/")
        .with("/etc/systemd/system/", units + "/")
        .with("/etc/tutti/", state + "/etc/")
        .with("systemctl enable --now", "cd " + units + "; ls")
        .run(PageExamples.blocks("crash.md", "What became of the host").getFirst().text());
    assertThat(state.resolve("etc/boot-report.conf")).isEmptyFile();
  }

  private int hook(RunningController controller, String... how)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(state.resolve("tutti-boot-report").toString()));
    command.addAll(List.of(how));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder
        .environment()
        .putAll(
            Map.of(
                "TUTTI_URL", controller.url().replace("/api/v1", ""),
                "TUTTI_TOKEN", controller.token(),
                "TUTTI_HOST", "127.0.0.1",
                "TUTTI_BOOT_REPORT_CONF", state.resolve("none").toString(),
                "TUTTI_BOOT_STATE", state.toString()));
    return builder.start().waitFor();
  }

  /** What a replica has is found out when it is back, also of a restart before the last one. */
  @Matrix
  @OwnProcess
  @Test
  void aReplicaThatIsAwayIsLookedAtLater() {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_5_7_22)
                .topology("1>2")
                .start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer replica = sandbox.server(2);
      IncidentBed bed = new IncidentBed(controller, sandbox.server(1));
      controller.awaitDiscovered(replica.address(), sandbox.server(1).address());
      replica.killHard();
      bed.killWith(1, 1);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> bed.incidents().stream().anyMatch(each -> each.has("lastLog")));
      assertThat(bed.incidents().getFirst().at("/settled").asBoolean()).isFalse();
      assertThat(bed.incidents().getFirst().at("/replicas/0/lostOnSource").asString())
          .isEqualTo("unknown");

      bed.killWith(1, 1);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> bed.incidents().size() == 2 && bed.incidents().getFirst().has("lastLog"));
      assertThat(bed.incidents())
          .allSatisfy(each -> assertThat(each.at("/settled").asBoolean()).isFalse());

      controller.killHardAndStartAgain();
      replica.start();
      assertThat(bed.settled(2).at("/replicas/0/lostOnSource").asString()).isEqualTo("none");
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> bed.incidents().getLast().at("/settled").asBoolean());
      assertThat(bed.incidents().getLast().at("/replicas/0/lostOnSource").asString())
          .isEqualTo("none");
    }
  }

  /** What another boot looks like; the machine of the tests stays up. */
  @Matrix
  @Test
  void aHostThatWentDownTakesWhatWasNotOnDisk() {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_5_7_22)
                .topology("1")
                .start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      controller.awaitDiscovered(server.address());
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

  @Matrix
  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void isNoticedWhenItWasFasterThanThePollAndWhenNobodyWatched(ServerRelease release) {
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RunningController controller =
            RunningController.start(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "60s"))) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      server.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
      controller.awaitDiscovered(server.address());

      server.killHard();
      server.start();
      controller.awaitDiscovered(server.address());
      IncidentBed.assertJudged(bed.settled(1), "CUT_OFF", "COMMITS");
      // The audit is written once the incident is kept.
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(controller.get("/audit?target=" + server.address()).body().toString())
                  .contains("instance.restarted", "incident.judged")
                  .doesNotContain("instance.lost"));

      controller.killHard();
      bed.awaitAnotherSecond();
      server.restart();
      controller.startAgain();
      controller.awaitDiscovered(server.address());
      IncidentBed.assertJudged(bed.settled(2), "STOPPED", "NONE");
      controller.killHardAndStartAgain();
      controller.awaitDiscovered(server.address());
      assertThat(bed.incidents()).hasSize(2);
    }
  }
}

package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.WebhookReceiver;
import io.tutti.fixtures.WebhookReceiver.Received;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What waits for its time, over HTTP. */
class ScheduleControllerTest {
  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private RunningController running;

  @BeforeEach
  void start() {
    running = RunningController.start(home, servers);
  }

  @AfterEach
  void stop() {
    running.close();
    servers.close();
  }

  @Test
  void nothingWaitsAtFirst() {
    Answer schedules = running.get("/api/v1/schedules");
    assertThat(schedules.status()).isEqualTo(200);
    assertThat(schedules.json().path("items")).isEmpty();
  }

  @Test
  void driftThatIsSetAgainByScheduleIsListedPausedResumedAndBegun() {
    running.close();
    running =
        RunningController.start(
            home,
            servers,
            "--tutti.parallelism.drift-cron=0 3 * * *",
            "--tutti.parallelism.drift-zone=Europe/Berlin");
    String path = "/api/v1/schedules/drift/reapply";
    await()
        .untilAsserted(() ->
            assertThat(running.get("/api/v1/schedules").json().at("/items/0/name").asString())
                .isEqualTo("drift/reapply"));
    Answer paused = running.post(path + ":pause", "{}");
    assertThat(paused.json().path("paused").asBoolean()).as("%s", paused.json()).isTrue();
    assertThat(paused.json().path("when").asString()).isEqualTo("0 3 * * * (Europe/Berlin)");
    Answer resumed = running.post(path + ":resume", "{}");
    assertThat(resumed.json().path("paused").asBoolean()).isFalse();
    assertThat(running.post(path + ":run-now", "{}").status()).isEqualTo(200);

    running.close();
    running = RunningController.start(home, servers);
    await()
        .untilAsserted(
            () -> assertThat(running.get("/api/v1/schedules").json().path("items")).isEmpty());
  }

  @Test
  void aReportIsWrittenIntoItsFolderAndOldOnesAreDeleted() throws IOException {
    running.close();
    Path folder = home.resolve("reports");
    Files.createDirectories(folder);
    for (String old : List.of("weekly-20200101-000000.md", "weekly-20200102-000000.md")) {
      Files.writeString(folder.resolve(old), "old");
    }
    Files.writeString(folder.resolve("weekly-of-others.md"), "kept");
    running =
        RunningController.start(
            home,
            servers,
            "--tutti.reports.weekly.cron=0 7 * * 1",
            "--tutti.reports.weekly.folder=" + folder,
            "--tutti.reports.weekly.kept=2");
    await()
        .untilAsserted(() ->
            assertThat(running.get("/api/v1/schedules").json().at("/items/0/name").asString())
                .isEqualTo("report/weekly"));

    assertThat(running.post("/api/v1/schedules/report/weekly:run-now", "{}").status())
        .isEqualTo(200);

    await()
        .untilAsserted(() ->
            assertThat(files(folder))
                .hasSize(3)
                .contains("weekly-20200102-000000.md", "weekly-of-others.md")
                .doesNotContain("weekly-20200101-000000.md"));
    String written =
        Files.readString(
            folder.resolve(
                files(folder).stream()
                    .filter(name -> name.matches("weekly-20(?!200)\\d{6}-\\d{6}\\.md"))
                    .findFirst()
                    .orElseThrow()));
    assertThat(written)
        .startsWith("# Fleet report weekly, ")
        .contains("0 servers; 0 critical", "## Findings\n\nNone.", "None is under way");
  }

  @Test
  void aReportIsSentToItsAddressSignedAndSentAgainUntilItIsTaken() {
    String secret = "of the reports alone";
    running.close();
    try (WebhookReceiver receiver = new WebhookReceiver().answers(503);
        LoggedEvents log = LoggedEvents.open()) {
      running =
          RunningController.start(
              home,
              servers,
              "--tutti.reports.weekly.cron=0 7 1 1 *",
              "--tutti.reports.weekly.url=" + receiver.address(),
              "--tutti.reports.weekly.secret=" + secret);
      runNow("report/weekly");
      await().until(() -> !receiver.received().isEmpty());
      receiver.answers(204);
      await().until(() -> log.lines().stream().anyMatch(line -> line.contains("report.sent")));

      Received first = receiver.received().getFirst();
      Received last = receiver.received().getLast();
      assertThat(receiver.received()).hasSizeGreaterThan(1);
      assertThat(last.id()).isEqualTo(first.id());
      assertThat(last.body()).isEqualTo(first.body());
      assertThat(receiver.received()).allMatch(each -> each.isSignedWith(secret));
      JsonNode message = JsonMapper.shared().readTree(last.body());
      assertThat(message.at("/id").asString()).isEqualTo(last.id());
      assertThat(message.at("/type").asString()).isEqualTo("fleet.report");
      assertThat(message.at("/report/name").asString()).isEqualTo("weekly");
      assertThat(message.at("/report/servers").isArray()).isTrue();
      assertThat(message.at("/timestamp")).isEqualTo(message.at("/report/at"));

      receiver.answers(410);
      runNow("report/weekly");
      await().until(() -> log.lines().stream().anyMatch(line -> line.contains("report.failed")));
      assertThat(receiver.received().getLast().id()).isNotEqualTo(last.id());
      assertThat(log.lines()).noneMatch(line -> line.contains("hidden") || line.contains(secret));
    }
  }

  /** Once it is kept. */
  private void runNow(String schedule) {
    await()
        .untilAsserted(() ->
            assertThat(running.post("/api/v1/schedules/" + schedule + ":run-now", "{}").status())
                .isEqualTo(200));
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void aScheduleThatIsNotRightStopsTheStartAndSaysWhy() {
    assertRefused("tutti.backups.nightly is not right: it names no cluster", "nightly.ttl=1h");
    assertRefused(
        "tutti.backups.nightly is not right: it has no command", "nightly.cluster=db1:3306");
    assertRefused(
        "tutti.backups.nightly is not right: there is no time zone Mars",
        "nightly.cluster=c",
        "nightly.command=/bin/true",
        "nightly.cron=0 3 * * *",
        "nightly.zone=Mars");
    assertRefused(
        "copy is not an absolute path",
        "nightly.cluster=c",
        "nightly.command=copy",
        "nightly.cron=0 3 * * *");
  }

  @Test
  void aReportThatIsNotRightStopsTheStartAndSaysWhy() {
    String cron = "--tutti.reports.weekly.cron=0 7 * * 1";
    assertReportRefused("it has neither a folder nor a url", cron);
    assertReportRefused(
        "does not begin with http", cron, "--tutti.reports.weekly.url=ftp://127.0.0.1/");
    assertReportRefused(
        "it has 5 bytes",
        cron,
        "--tutti.reports.weekly.url=http://127.0.0.1/",
        "--tutti.reports.weekly.secret=short");
  }

  private void assertReportRefused(String why, String... flags) {
    assertThatThrownBy(() -> RunningController.start(home.resolve("other"), servers, flags).close())
        .hasMessageContaining("The report tutti.reports.weekly is not right")
        .hasMessageContaining(why);
  }

  private void assertRefused(String why, String... settings) {
    String[] flags =
        Stream.of(settings).map(each -> "--tutti.backups." + each).toArray(String[]::new);
    assertThatThrownBy(() -> RunningController.start(home.resolve("other"), servers, flags).close())
        .hasMessageContaining(why);
  }

  @Test
  void whatIsNotThereIsRefused() {
    Answer rollout = running.post("/api/v1/schedules/rollout/none:pause", "{}");
    assertThat(rollout.status()).isEqualTo(404);
    assertThat(rollout.json().path("observed").asString())
        .isEqualTo("There is no rollout none. Nothing was changed.");

    Answer other = running.post("/api/v1/schedules/backup/none:run-now", "{}");
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.json().path("observed").asString())
        .isEqualTo("There is no schedule backup/none. Nothing was changed.");
  }
}

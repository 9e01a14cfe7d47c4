package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

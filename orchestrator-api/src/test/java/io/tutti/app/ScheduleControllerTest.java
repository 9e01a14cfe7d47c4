package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

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

package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class HealthTest {
  @TempDir private Path home;

  private static String status(Answer answer, String name) {
    return StreamSupport.stream(answer.json().path("parts").spliterator(), false)
        .filter(part -> part.path("name").asString().equals(name))
        .map(part -> part.path("status").asString())
        .findFirst()
        .orElse("");
  }

  @Test
  void saysThatAllPartsWorkToWhoeverAsks() {
    try (FakeServers servers = new FakeServers();
        RunningController running = RunningController.start(home, servers)) {
      for (String path : new String[] {"", "/live", "/ready"}) {
        Answer answer = running.send("GET", "/api/v1/health" + path, "", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("status").asString()).isEqualTo("UP");
      }
      for (String part : new String[] {"store", "saving", "watching"}) {
        assertThat(status(running.get("/api/v1/health"), part)).as(part).isEqualTo("UP");
      }
      JsonNode version = running.get("/api/v1/version").json();
      assertThat(version.path("java").asString()).startsWith("25");
      assertThat(version.path("version").asString()).isNotEmpty();
      assertThat(version.path("commit").asString()).matches("unknown|[0-9a-f]{7,40}(-dirty)?");
    }
  }

  /** S2: it said UP when every request failed. */
  @Test
  void saysThatTheStoreIsAwayAndThatARestartIsNoCureYet() {
    try (FakeServers servers = new FakeServers();
        RunningController running = RunningController.start(home, servers)) {
      running.controller().engine().store().close();

      await().until(() -> running.get("/api/v1/health").status() == 503);
      assertThat(status(running.get("/api/v1/health"), "store")).isEqualTo("DOWN");
      assertThat(status(running.get("/api/v1/health"), "watching")).isEqualTo("UP");
      assertThat(running.get("/api/v1/health/ready").status()).isEqualTo(503);
      assertThat(running.get("/api/v1/health/live").status()).isEqualTo(200);
      Answer audit = running.get("/api/v1/audit");
      assertThat(audit.status()).isEqualTo(503);
      assertThat(audit.json().path("code").asString()).isEqualTo("STORE_UNAVAILABLE");
    }
  }
}

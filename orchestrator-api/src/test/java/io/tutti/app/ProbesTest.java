package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.FakeServers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The actuator on a port of its own. */
class ProbesTest {
  private static final String ANY_PORT = "--tutti.management.port=0";

  @TempDir private Path home;

  private final FakeServers servers = new FakeServers();

  private static HttpResponse<String> ask(RunningController running, String method, String path)
      throws Exception {
    int port = running.controller().probesPort().orElseThrow();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void thereIsNoSuchPortUntilSomebodyAsksForIt() {
    try (RunningController running = RunningController.start(home, servers)) {
      assertThat(running.controller().probesPort()).isEmpty();
      assertThat(running.get("/actuator/health").status()).isEqualTo(404);
    }
  }

  @Test
  void saysWhetherItWorksAndWhichBuildItIs() throws Exception {
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      for (String path : new String[] {"", "/liveness", "/readiness"}) {
        HttpResponse<String> answer = ask(running, "GET", "/actuator/health" + path);

        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        assertThat(status(answer)).as(path).isEqualTo("UP");
      }
      assertThat(ask(running, "GET", "/actuator/health").body())
          .contains("\"store\"", "\"saving\"", "\"watching\"");
      HttpResponse<String> info = ask(running, "GET", "/actuator/info");
      assertThat(JsonMapper.shared().readTree(info.body()).at("/build/java").asString())
          .startsWith("25");
      assertThat(JsonMapper.shared().readTree(info.body()).at("/build/commit").asString())
          .matches("unknown|[0-9a-f]{7,40}(-dirty)?");
      assertThat(running.get("/actuator/health").status()).as("at REST's port").isEqualTo(404);
    }
  }

  @Test
  void aStoreThatIsAwayIsNoReasonToRestart() throws Exception {
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      running.controller().engine().store().close();

      await().until(() -> ask(running, "GET", "/actuator/health/readiness").statusCode() == 503);
      assertThat(ask(running, "GET", "/actuator/health").statusCode()).isEqualTo(503);
      assertThat(ask(running, "GET", "/actuator/health/liveness").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/actuator/env",
        "/actuator/heapdump",
        "/actuator/beans",
        "/actuator/shutdown",
        "/actuator/loggers",
        "/api/v1/instances",
        "/"
      })
  void nothingElseIsThere(String path) throws Exception {
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      for (String method : new String[] {"GET", "POST", "DELETE"}) {
        HttpResponse<String> answer = ask(running, method, path);

        assertThat(answer.statusCode()).as(method).isBetween(400, 499);
        assertThat(answer.body()).as(method).doesNotContain("<html");
      }
    }
  }

  private static String status(HttpResponse<String> answer) {
    return JsonMapper.shared().readTree(answer.body()).path("status").asString();
  }
}

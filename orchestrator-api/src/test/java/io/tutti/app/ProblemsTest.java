package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the controller answers when something is wrong with the request, or with who asks. */
class ProblemsTest {
  @TempDir private static Path home;
  private static final FakeServers SERVERS = new FakeServers();
  private static RunningController running;

  @BeforeAll
  static void start() {
    running = RunningController.start(home, SERVERS);
  }

  @AfterAll
  static void stop() {
    running.close();
    SERVERS.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET|/api/v1/nothing||404|UNKNOWN_RESOURCE",
        "GET|/nothing||404|UNKNOWN_RESOURCE",
        "GET|/api/v1/clusters/none||404|UNKNOWN_CLUSTER",
        "GET|/api/v1/clusters/none/topology||404|UNKNOWN_CLUSTER",
        "GET|/api/v1/clusters/none/findings||404|UNKNOWN_CLUSTER",
        "GET|/api/v1/instances/db7:3306||404|UNKNOWN_INSTANCE",
        "GET|/api/v1/instances/db7:x||400|INVALID_ADDRESS",
        "GET|/api/v1/audit?limit=x||400|INVALID_REQUEST",
        "GET|/api/v1/audit?limit=0||400|INVALID_REQUEST",
        "PUT|/api/v1/clusters||405|INVALID_REQUEST",
        "POST|/api/v1/discoveries|{\"host\":|400|INVALID_REQUEST",
        "POST|/api/v1/discoveries||400|INVALID_REQUEST",
        "POST|/api/v1/discoveries|{}|400|INVALID_REQUEST",
        "POST|/api/v1/discoveries|{\"hots\":\"db1\"}|400|INVALID_REQUEST",
        "POST|/api/v1/discoveries|{\"host\":\"a\",\"address\":\"b\"}|400|INVALID_REQUEST",
        "POST|/api/v1/discoveries|{\"host\":\"a b\"}|400|INVALID_ADDRESS",
        "POST|/api/v1/discoveries|{\"host\":\"a\",\"port\":0}|400|INVALID_ADDRESS",
        "POST|/api/v1/discoveries|{\"address\":\"127.0.0.1:1\"}|504|CONNECTION_REFUSED",
      })
  void answersTroubleAsProblem(String method, String path, String body, int status, String code) {
    Answer answer =
        running.send(method, path, body == null ? "" : body, "Bearer " + RunningController.TOKEN);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.type()).startsWith("application/problem+json");
    JsonNode problem = answer.json();
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("code").asString()).isEqualTo(code);
    for (String member : List.of("type", "title", "detail", "target", "observed")) {
      assertThat(problem.path(member).asString()).as(member).isNotBlank();
    }
    assertThat(problem.path("remedies").isArray()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Bearer for-tests-only-730",
        "Bearer for-tests-only-73062",
        "Basic for-tests-only-7306"
      })
  void admitsNobodyWithoutTheToken(String authorization) {
    for (String path : List.of("/api/v1/clusters", "/api/v1/nothing", "/", "/error")) {
      Answer answer = running.send("GET", path, "", authorization);

      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.type()).startsWith("application/problem+json");
      assertThat(answer.json().path("code").asString()).isEqualTo("UNAUTHENTICATED");
      assertThat(answer.json().toString()).doesNotContain("for-tests-only-7306");
    }
  }

  @Test
  void showsItsHealthToEverybody() {
    Answer answer = running.send("GET", "/api/v1/health", "", "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("status").asString()).isEqualTo("UP");
  }
}

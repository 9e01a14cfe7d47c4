package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DoctorVerbTest extends VerbTest {
  private static final String WELL =
      "{\"name\":\"token\",\"verdict\":\"OK\",\"observed\":\"It is good.\",\"remedies\":[]}";
  private static final String WRONG =
      "{\"name\":\"login\",\"verdict\":\"%s\",\"observed\":\"It refused.\","
          + "\"remedies\":[{\"sentence\":\"do this\",\"acts\":[]}]}";

  @Test
  void listsTheControllersOwnAndOnlyServersWithSomethingWrong() {
    controller.answering("GET /api/v1/doctor", 200, reported("WARN"));

    CommandRun run = run("doctor");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsSubsequence(
            "OK    token         It is good.\n",
            "WARN  servers       2 were checked; something is wrong with 1:\n",
            "db1:3306\n",
            "  WARN  login         It refused.\n",
            "remedy: do this\n");
  }

  @Test
  void endsWithOneWhereSomethingFails() {
    controller.answering("GET /api/v1/doctor", 200, reported("FAIL"));
    controller.answering(
        "GET /api/v1/instances/db1:3306/doctor",
        200,
        "{\"address\":\"db1:3306\",\"checks\":[%s,%s]}".formatted(WELL, WRONG.formatted("FAIL")));

    assertThat(run("doctor").exitCode()).isEqualTo(1);
    assertThat(run("doctor", "--json").exitCode()).isEqualTo(1);
    assertThat(run("doctor", "--json").out()).contains("\"looked\":2");
    CommandRun one = run("doctor", "db1:3306");
    assertThat(one.exitCode()).isEqualTo(1);
    assertThat(one.out())
        .startsWith("OK    token         It is good.\nFAIL  login         It refused.\n");
  }

  @Test
  void aControllerThatDoesNotAnswerIsACheckThatFails() {
    CommandRun run =
        CommandRun.of(Map.of("TUTTI_URL", "http://127.0.0.1:1", "TUTTI_TOKEN", "t"), "doctor");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).startsWith("FAIL  controller").contains("remedy: ");
  }

  private static String reported(String verdict) {
    return "{\"version\":\"1\",\"controller\":[%s],\"looked\":2,\"servers\":[{\"address\":\"db1:3306\",\"checks\":[%s]}]}"
        .formatted(WELL, WRONG.formatted(verdict));
  }
}

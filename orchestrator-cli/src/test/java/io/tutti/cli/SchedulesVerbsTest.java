package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulesVerbsTest {
  private final FakeController controller = new FakeController();

  private CommandRun run(String... arguments) {
    return CommandRun.of(Map.of("TUTTI_URL", controller.url(), "TUTTI_TOKEN", "t"), arguments);
  }

  @AfterEach
  void close() {
    controller.close();
  }

  @Test
  void listsWhatWaitsAndWhatIsPaused() {
    controller.answering(
        "GET /api/v1/schedules",
        200,
        """
        {"items":[{"name":"rollout/1","when":"at 2026-11-24T02:30:00Z","what":"The rollout eight.",
        "next":"2026-11-24T02:30:00Z","paused":false},
        {"name":"rollout/2","when":"when it is resumed","what":"The rollout ten.","paused":true}]}\
        """);

    assertThat(run("schedules", "list").out())
        .contains("rollout/1", "2026-11-24T02:30:00Z", "The rollout eight.")
        .containsPattern("rollout/2 +paused +The rollout ten.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pause", "resume", "run-now"})
  void oneIsAskedForByItsName(String act) {
    controller.answering(
        "POST /api/v1/schedules/rollout/1:" + act,
        200,
        """
        {"name":"rollout/1","when":"now","what":"The rollout eight goes on.","paused":false}\
        """);

    CommandRun run = run("schedules", act, "rollout/1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("rollout/1: The rollout eight goes on.");
  }

  @Test
  void whatIsNoNameIsAWrongUse() {
    CommandRun run = run("schedules", "pause", "eight");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("\"eight\" is no name of a schedule");
  }
}

package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HooksVerbsTest {
  private final FakeController controller = new FakeController();

  private CommandRun run(String... arguments) {
    return CommandRun.of(Map.of("TUTTI_URL", controller.url(), "TUTTI_TOKEN", "t"), arguments);
  }

  @AfterEach
  void close() {
    controller.close();
  }

  @Test
  void listsWhatIsCalledWhen() {
    controller.answering(
        "GET /api/v1/hooks",
        200,
        """
        {"items":[{"name":"vip","kind":"command","events":["before-fence","after-unfence"],
        "deadline":"PT30S","policy":"MAY_ABORT","calls":"/opt/vip take"}]}\
        """);

    assertThat(run("hooks", "list").out())
        .contains("vip", "command", "MAY_ABORT", "30 s", "/opt/vip take")
        .contains("before-fence,after-unfence");
  }

  @Test
  void aTryThatFailsIsSeenByTheShell() {
    controller.answering(
        "POST /api/v1/hooks/vip:test",
        200,
        """
        {"name":"vip","event":"after-fence","succeeded":false,"why":"It ended with 3.",
        "output":"no such address\\n","tookMillis":12}\
        """);

    CommandRun run = run("hooks", "test", "vip", "--event", "after-fence");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("no such address")
        .contains("The hook vip failed after 12 ms. It ended with 3.");
    assertThat(controller.requests().getFirst()).contains("{\"event\":\"after-fence\"}");
  }

  @Test
  void oneThatSucceedsEndsWell() {
    controller.answering(
        "POST /api/v1/hooks/vip:test",
        200,
        """
        {"name":"vip","event":"after-fence","succeeded":true,"output":"","tookMillis":3}\
        """);

    assertThat(run("hooks", "test", "vip", "--event", "after-fence").exitCode()).isZero();
  }
}

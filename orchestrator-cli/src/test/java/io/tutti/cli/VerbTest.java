package io.tutti.cli;

import java.util.Map;
import org.junit.jupiter.api.AutoClose;

/** A test of what verbs ask a controller and what they make of its answers. */
abstract class VerbTest {
  @AutoClose final FakeController controller = new FakeController();

  CommandRun run(String... arguments) {
    return CommandRun.of(Map.of("TUTTI_URL", controller.url(), "TUTTI_TOKEN", "t0ken"), arguments);
  }
}

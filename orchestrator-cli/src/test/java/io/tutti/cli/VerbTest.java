package io.tutti.cli;

import io.tutti.cli.session.Answers;
import java.io.StringReader;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;

/** A test of what verbs ask a controller and what they make of its answers. */
abstract class VerbTest {
  @AutoClose final FakeController controller = new FakeController();

  CommandRun run(String... arguments) {
    return run(Answers.NOBODY, arguments);
  }

  /** With a person at the terminal who types that. */
  CommandRun answering(String typed, String... arguments) {
    return run(Answers.of(new StringReader(typed)), arguments);
  }

  private CommandRun run(Answers answers, String... arguments) {
    return CommandRun.of(
        Map.of("TUTTI_URL", controller.url(), "TUTTI_TOKEN", "t0ken"), answers, arguments);
  }
}

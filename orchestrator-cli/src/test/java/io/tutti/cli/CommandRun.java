package io.tutti.cli;

import io.tutti.cli.render.Glyphs;
import io.tutti.cli.session.Answers;
import io.tutti.cli.session.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One run of the command line within the test's process, and all that came of it. */
record CommandRun(int exitCode, String out, String err) {
  /** With nobody at the terminal. */
  static CommandRun of(Map<String, String> environment, String... arguments) {
    return of(environment, Answers.NOBODY, arguments);
  }

  static CommandRun of(Map<String, String> environment, Answers answers, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Screen screen =
        new Screen(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            Glyphs.UNICODE,
            120,
            40);
    int exitCode = new Main(screen, environment, answers).run(arguments);
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}

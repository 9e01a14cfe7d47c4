package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.program.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A program of the operator's that does what no statement can: takes a server out of a proxy, or
 * cuts its power. Called with the host, the port, and {@code fence} or {@code unfence}, by the
 * rules of all hooks that are programs ({@link Program}).
 *
 * @param program empty where there is none
 * @param timeout after which it is ended
 */
public record FenceHook(Optional<Program> program, Duration timeout) {
  public static final FenceHook NONE = new FenceHook(Optional.empty(), Duration.ofSeconds(30));

  /** What it may say about its failure. */
  private static final int SAID_MAX = 200;

  /** What it is called for. */
  public enum Action {
    FENCE("fence"),
    UNFENCE("unfence");

    private final String word;

    Action(String word) {
      this.word = word;
    }

    Action opposite() {
      return this == FENCE ? UNFENCE : FENCE;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /**
   * Only where nobody else can change the program.
   *
   * @throws IllegalArgumentException when it may not be run, with the reason
   */
  public static FenceHook of(Optional<Path> program, Duration timeout) {
    return new FenceHook(program.map(Program::at), timeout);
  }

  /** What is called, for people. */
  Optional<String> shown() {
    return program.map(each -> each.file().path().toString());
  }

  /** Why it failed; empty when it did not. */
  Optional<String> call(InstanceAddress instance, Action action) {
    return program.flatMap(each -> {
      Program.Ended ended =
          each.run(
              new Program.Call(
                  List.of(instance.host(), Integer.toString(instance.port()), action.toString()),
                  Map.of(),
                  ""),
              Deadline.after(timeout));
      return ended.failure().map(why -> sentence(why, ended.output().strip()));
    });
  }

  private static String sentence(String failure, String said) {
    String why = failure.substring(0, 1).toLowerCase(Locale.ROOT) + failure.substring(1);
    String shown = said.length() > SAID_MAX ? said.substring(0, SAID_MAX) + "…" : said;
    return shown.isEmpty() ? why : why + " It printed: " + shown;
  }
}

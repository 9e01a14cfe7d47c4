package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program of the operator's that does what no statement can: takes a server out of a proxy, or
 * cuts its power. Called with the host, the port, and {@code fence} or {@code unfence}.
 *
 * @param program empty where there is none
 * @param timeout after which it is ended
 */
public record FenceHook(Optional<Path> program, Duration timeout) {
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

  /** Why it failed; empty when it did not. */
  Optional<String> call(InstanceAddress instance, Action action) {
    if (program.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path said = Files.createTempFile("tutti-hook-", ".log");
      try {
        Process process =
            new ProcessBuilder(
                    program.get().toString(),
                    instance.host(),
                    Integer.toString(instance.port()),
                    action.toString())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(said.toFile())
                .start();
        return outcome(process, said);
      } finally {
        Files.deleteIfExists(said);
      }
    } catch (IOException e) {
      return Optional.of("it could not be started (%s)".formatted(e.getMessage()));
    }
  }

  private Optional<String> outcome(Process process, Path said) throws IOException {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        return Optional.of("it did not end within %s s".formatted(timeout.toSeconds()));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return Optional.of("the controller is shutting down");
    }
    if (process.exitValue() == 0) {
      return Optional.empty();
    }
    String text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8).strip();
    return Optional.of(
        "it ended with %d: %s"
            .formatted(
                process.exitValue(),
                text.length() > SAID_MAX ? text.substring(0, SAID_MAX) + "…" : text));
  }
}

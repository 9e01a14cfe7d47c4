package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A controller as users run it, by the distribution's start script. */
final class ControllerProcess implements ControllerLife {
  private static final Duration START_TIME_MAX = Duration.ofSeconds(60);

  static {
    ControllerTraining.once(DISTRIBUTION);
  }

  private final Path home;
  private final ControllerGuard guard;
  private Optional<Process> started = Optional.empty();

  ControllerProcess(Path home, ControllerGuard guard) {
    this.home = home;
    this.guard = guard;
  }

  @Override
  public void start(Map<String, String> settings) {
    try {
      Files.deleteIfExists(home.resolve("controller.json"));
      ProcessBuilder builder =
          guard
              .command(DISTRIBUTION.resolve("bin/tutti-controller").toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_"));
      builder.environment().putAll(settings);
      Process process = builder.start();
      started = Optional.of(process);
      await()
          .atMost(START_TIME_MAX)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !process.isAlive() || Files.exists(home.resolve("controller.json")));
      if (!process.isAlive()) {
        throw new AssertionError(
            "the controller ended at once:\n" + Files.readString(home.resolve("log")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process running() {
    return started.orElseThrow();
  }

  @Override
  public boolean isAlive() {
    return running().isAlive();
  }

  long pid() {
    return running().pid();
  }

  void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
      assertThat(kill.waitFor()).as("kill -%s", name).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  void killHard() {
    running().destroyForcibly();
    await().until(() -> !isAlive());
  }

  @Override
  public void end() {
    running().destroy();
    try {
      if (!running().waitFor(10, TimeUnit.SECONDS)) {
        running().destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public ControllerProcess process() {
    return this;
  }
}

package io.tutti.cli.demo;

import io.tutti.cli.CommandFailure;
import io.tutti.cli.ControllerClient;
import io.tutti.cli.ControllerLocation;
import io.tutti.cli.ExitCode;
import io.tutti.cli.view.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A controller that runs as a child of this process, with a data folder of its own, and cannot
 * outlive it.
 *
 * <p>A tiny supervisor in a session of its own, started first, reads a pipe from this process. When
 * the pipe closes, for whatever reason (close, Ctrl-C, SIGTERM, kill -9), it kills every process
 * that bears the folder in its arguments, and deletes the folder: nothing in it is worth a
 * shutdown.
 */
final class ControllerProcess implements AutoCloseable {
  private static final Duration START_TIME_MAX = Duration.ofSeconds(90);
  private static final Duration CLOSE_TIME_MAX = Duration.ofSeconds(15);
  private static final long POLL_MILLIS = 100;
  private static final int LOG_LINES_SHOWN = 15;

  /** Argument: the folder. The brackets keep grep from finding itself. */
  private static final String SUPERVISOR =
      """
      trap '' HUP INT TERM
      folder=$1
      while read -r unused; do :; done
      ours() { grep -ls -- "[=]$folder/" /proc/[0-9]*/cmdline | tr -dc '0-9\\n'; }
      tries=0
      while running=$(ours); [ -n "$running" ] && [ $tries -lt 100 ]; do
        kill -KILL $running 2>/dev/null
        sleep 0.05
        tries=$((tries + 1))
      done
      rm -rf "$folder" || { sleep 0.5; rm -rf "$folder"; }
      """;

  private final Path folder;
  private final Process supervisor;
  private final Process controller;

  private ControllerProcess(Path folder, Process supervisor, Process controller) {
    this.folder = folder;
    this.supervisor = supervisor;
    this.controller = controller;
  }

  /**
   * Starts a controller and returns at once.
   *
   * @param distribution the folder with its jars
   * @param settings variables of its environment
   */
  static ControllerProcess start(Path distribution, Map<String, String> settings) {
    try {
      Path folder = Files.createTempDirectory("tutti-demo-").toRealPath();
      Process supervisor =
          new ProcessBuilder(
                  "setsid", "sh", "-c", SUPERVISOR, "tutti-demo-guard", folder.toString())
              .directory(Path.of("/").toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      ProcessBuilder builder =
          new ProcessBuilder(command(distribution, folder))
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("controller.log").toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_"));
      builder.environment().putAll(settings);
      builder.environment().put("TUTTI_HOME", folder.resolve("home").toString());
      builder.environment().put("TUTTI_HTTP_PORT", "0");
      Path temporary = Files.createDirectory(folder.resolve("tmp"));
      builder.environment().put("TUTTI_OPTS", "-XX:-UsePerfData -Djava.io.tmpdir=" + temporary);
      return new ControllerProcess(folder, supervisor, builder.start());
    } catch (IOException e) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "CONTROLLER_NOT_STARTED",
          "The controller could not be started: %s.".formatted(e.getMessage()),
          List.of("the demo needs the programs setsid and sh"));
    }
  }

  private static List<String> command(Path distribution, Path folder) {
    List<String> command = new ArrayList<>();
    command.add(distribution.resolve("bin/tutti-controller").toString());
    command.add("--tutti.home=" + folder.resolve("home"));
    return command;
  }

  /**
   * Waits until it answers.
   *
   * @throws CommandFailure when it ended or took too long; with the end of its log
   */
  ControllerClient awaitReady() throws InterruptedException {
    Instant limit = Instant.now().plus(START_TIME_MAX);
    while (Instant.now().isBefore(limit) && controller.isAlive()) {
      Optional<ControllerLocation> announced = announced();
      if (announced.isPresent()) {
        ControllerClient client = new ControllerClient(announced.get());
        try {
          client.get("/clusters");
          return client;
        } catch (CommandFailure e) {
          if (e.exitCode() != ExitCode.UNREACHABLE) {
            throw e;
          }
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    String seen = controller.isAlive() ? "did not answer in time" : "ended at once";
    throw CommandFailure.local(
        ExitCode.FAILED,
        "CONTROLLER_NOT_STARTED",
        "The controller %s. The end of its log:%n%s".formatted(seen, logEnd()),
        List.of());
  }

  private Optional<ControllerLocation> announced() {
    Path home = folder.resolve("home");
    return read(home.resolve("controller.json"))
        .flatMap(Json::parse)
        .flatMap(json -> json.text("url"))
        .map(url ->
            new ControllerLocation(
                URI.create(url), read(home.resolve("token")).map(String::strip)));
  }

  private static Optional<String> read(Path file) {
    try {
      return Files.isReadable(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String logEnd() {
    try (Stream<String> lines = Files.lines(folder.resolve("controller.log"))) {
      List<String> all = lines.toList();
      return String.join(
          System.lineSeparator(),
          all.subList(Math.max(0, all.size() - LOG_LINES_SHOWN), all.size()));
    } catch (IOException | UncheckedIOException e) {
      return "(it could not be read)";
    }
  }

  /** Ends the controller and deletes its folder; the road is the same as after a kill. */
  @Override
  public void close() {
    try {
      supervisor.getOutputStream().close();
      supervisor.waitFor(CLOSE_TIME_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (IOException e) {
      controller.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

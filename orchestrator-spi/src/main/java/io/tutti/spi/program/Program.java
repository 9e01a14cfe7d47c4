package io.tutti.spi.program;

import io.tutti.spi.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program.
 *
 * <ol>
 *   <li>Look again whether nobody else can change it ({@link TrustedProgram}).
 *   <li>Start it with its argument vector, without a shell. Its environment has what it is given,
 *       {@code PATH}, {@code HOME} and {@code LANG}, and nothing of the controller's, which holds
 *       secrets. It runs in {@code /}.
 *   <li>Read what it prints, to the end; keep the beginning.
 *   <li>When the deadline is over, end it and all that it started: TERM, and {@link #TERM_MAX}
 *       later KILL.
 * </ol>
 *
 * @param file what is run
 * @param termMax how long it may take to end after it was asked to
 */
public record Program(TrustedProgram file, Duration termMax) {
  private static final Duration TERM_MAX = Duration.ofSeconds(1);

  /** For what was printed to arrive after the program has ended, while a child keeps the pipe. */
  private static final Duration TAIL_MAX = Duration.ofMillis(200);

  private static final String SEARCHED =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /**
   * What it gets.
   *
   * @param arguments as they are, no shell reads them
   * @param environment its variables
   * @param input what it can read
   */
  public record Call(List<String> arguments, Map<String, String> environment, String input) {
    public Call {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }
  }

  /**
   * How it ended.
   *
   * @param failure why it has failed, a sentence; empty when it ended with 0
   * @param output what it printed, cut where it is long
   */
  public record Ended(Optional<String> failure, String output) {}

  /**
   * A program that may be run.
   *
   * @throws IllegalArgumentException when it may not, with the reason
   */
  public static Program at(Path path) {
    TrustedProgram file = TrustedProgram.of(path);
    file.refusal()
        .ifPresent(why -> {
          throw new IllegalArgumentException(why);
        });
    return new Program(file, TERM_MAX);
  }

  /** Runs it until it has ended or the deadline is over; an interrupt ends it, too. */
  public Ended run(Call call, Deadline deadline) {
    Optional<String> refusal = file.refusal();
    if (refusal.isPresent()) {
      return failed("It was not run: %s.".formatted(refusal.get()), "");
    }
    Process process;
    try {
      process = start(call);
    } catch (IOException e) {
      return failed("It could not be started: %s.".formatted(e.getMessage()), "");
    }
    BoundedOutput output = BoundedOutput.of(process.getInputStream());
    Thread.ofVirtual().name("program-input").start(() -> writeInput(process, call.input()));
    try {
      boolean hasEnded = process.waitFor(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
      if (!hasEnded) {
        end(process);
      }
      String text = output.text(TAIL_MAX);
      return hasEnded
          ? ended(process.exitValue(), text)
          : failed("It did not end in time, and was ended with its children.", text);
    } catch (InterruptedException e) {
      killAll(all(process));
      Thread.currentThread().interrupt();
      return failed("The controller stops; it was ended.", "");
    }
  }

  private static Ended ended(int exitCode, String output) {
    return exitCode == 0
        ? new Ended(Optional.empty(), output)
        : failed("It ended with %d.".formatted(exitCode), output);
  }

  private static Ended failed(String why, String output) {
    return new Ended(Optional.of(why), output);
  }

  private Process start(Call call) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(file.path().toRealPath().toString());
    command.addAll(call.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).directory(Path.of("/").toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", SEARCHED);
    environment.put("HOME", System.getProperty("user.home", "/"));
    environment.put("LANG", "C.UTF-8");
    environment.putAll(call.environment());
    return builder.start();
  }

  /** That it does not read what it is told hurts nobody. */
  private static void writeInput(Process process, String text) {
    try (OutputStream input = process.getOutputStream()) {
      input.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It has ended, or closed its input.
    }
  }

  private void end(Process process) throws InterruptedException {
    List<ProcessHandle> all = all(process);
    all.forEach(ProcessHandle::destroy);
    boolean unused = process.waitFor(termMax.toNanos(), TimeUnit.NANOSECONDS);
    killAll(all);
  }

  /** It and its children, the children first: once it has ended, they are nobody's. */
  private static List<ProcessHandle> all(Process process) {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList().reversed());
    all.add(process.toHandle());
    return all;
  }

  private static void killAll(List<ProcessHandle> all) {
    for (ProcessHandle each : all) {
      each.descendants().forEach(ProcessHandle::destroyForcibly);
      each.destroyForcibly();
    }
  }
}

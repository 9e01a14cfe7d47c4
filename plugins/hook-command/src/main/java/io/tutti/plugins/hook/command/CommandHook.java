package io.tutti.plugins.hook.command;

import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookFacts;
import io.tutti.spi.hook.HookOutcome;
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
import java.util.stream.Stream;

/**
 * Runs a program.
 *
 * <ol>
 *   <li>Look again whether nobody else can change it ({@link TrustedProgram}).
 *   <li>Start it with its argument vector, without a shell. Its environment has the facts, {@code
 *       PATH}, {@code HOME} and {@code LANG}, and nothing of the controller's, which holds secrets.
 *       The facts are on its standard input, too, as JSON.
 *   <li>Read what it prints, to the end; keep the beginning.
 *   <li>When the deadline is over, end it and all that it started: TERM, and {@link #TERM_MAX}
 *       later KILL.
 * </ol>
 *
 * @param termMax how long it may take to end after it was asked to
 */
record CommandHook(TrustedProgram program, List<String> arguments, Duration termMax)
    implements Hook {
  static final Duration TERM_MAX = Duration.ofSeconds(1);

  /** For what was printed to arrive after the program has ended, while a child keeps the pipe. */
  private static final Duration TAIL_MAX = Duration.ofMillis(200);

  private static final String SEARCHED =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  CommandHook {
    arguments = List.copyOf(arguments);
  }

  @Override
  public String describe() {
    return Stream.concat(Stream.of(program.path().toString()), arguments.stream())
        .reduce((one, other) -> one + " " + other)
        .orElseThrow();
  }

  @Override
  public HookOutcome call(HookEvent event, Deadline deadline) {
    Optional<String> refusal = program.refusal();
    if (refusal.isPresent()) {
      return new HookOutcome.Failed("It was not run: " + refusal.get() + ".", "");
    }
    Process process;
    try {
      process = start(event);
    } catch (IOException e) {
      return new HookOutcome.Failed("It could not be started: %s.".formatted(e.getMessage()), "");
    }
    BoundedOutput output = BoundedOutput.of(process.getInputStream());
    Thread.ofVirtual().name("hook-input").start(() -> writeInput(process, HookFacts.json(event)));
    try {
      boolean hasEnded = process.waitFor(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
      if (!hasEnded) {
        end(process);
      }
      String text = output.text(TAIL_MAX);
      return hasEnded
          ? ended(process.exitValue(), text)
          : new HookOutcome.Failed(
              "It did not end in time, and was ended with its children.", text);
    } catch (InterruptedException e) {
      killAll(all(process));
      Thread.currentThread().interrupt();
      return new HookOutcome.Failed("The controller stops; it was ended.", "");
    }
  }

  private static HookOutcome ended(int exitCode, String output) {
    return exitCode == 0
        ? new HookOutcome.Succeeded(output)
        : new HookOutcome.Failed("It ended with %d.".formatted(exitCode), output);
  }

  private Process start(HookEvent event) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(program.path().toRealPath().toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).directory(Path.of("/").toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", SEARCHED);
    environment.put("HOME", System.getProperty("user.home", "/"));
    environment.put("LANG", "C.UTF-8");
    environment.putAll(HookFacts.variables(event));
    return builder.start();
  }

  /** That it does not read what it is told hurts nobody. */
  private static void writeInput(Process process, String json) {
    try (OutputStream input = process.getOutputStream()) {
      input.write((json + "\n").getBytes(StandardCharsets.UTF_8));
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

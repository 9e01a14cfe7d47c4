package io.tutti.sandbox;

import io.tutti.sandbox.binaries.InstalledServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The process of a server in its folder. All state is in the folder (process id, configuration,
 * data, logs), so a server can be taken over by another process of ours.
 */
final class ServerProcess {

  /** A loaded machine recovers a data directory in less. */
  private static final Duration START_TIME_MAX = Duration.ofSeconds(90);

  private static final Duration END_TIME_MAX = Duration.ofSeconds(60);

  private static final Duration FREEZE_TIME_MAX = Duration.ofSeconds(10);
  private static final int LOG_TAIL_CHARS = 3000;

  /** Writes its own process id, which the server inherits, and becomes the server. */
  private static final String LAUNCHER = "echo $$ >\"$1\" || exit 1; shift; exec \"$@\"";

  private final InstalledServer server;
  private final Path folder;
  private Optional<ProcessHandle> process = Optional.empty();
  private List<String> runBy = List.of();

  ServerProcess(InstalledServer server, Path folder) {
    this.server = server;
    this.folder = folder;
    this.process = findRunning(folder);
  }

  /** The process of the server that runs in this folder, if one does. */
  static Optional<ProcessHandle> findRunning(Path folder) {
    Path file = folder.resolve(GuardedFolder.PID_FILE);
    try {
      String text = Files.exists(file) ? Files.readString(file).strip() : "";
      if (text.isEmpty()) {
        return Optional.empty();
      }
      return ProcessHandle.of(Long.parseLong(text))
          .filter(handle -> commandLine(handle).contains(folder + "/"));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Process ids are used again, so a process is ours only if our folder is in its arguments. */
  private static String commandLine(ProcessHandle handle) {
    try {
      return Files.readString(
          Path.of("/proc", String.valueOf(handle.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  /**
   * Whether a process has let go of all it had: it is gone, or a zombie that nobody has collected
   * and whose other threads have ended too. Its threads are counted by the kernel at once: a list
   * of them ends early while they end.
   */
  static boolean hasEnded(long pid) {
    try {
      String status = Files.readString(Path.of("/proc", String.valueOf(pid), "status"));
      return status.contains("\nState:\tZ")
          && (status.contains("\nThreads:\t1\n") || status.contains("\nThreads:\t0\n"));
    } catch (IOException gone) {
      return true;
    }
  }

  /** Stops every thread of the server; a signal to stop takes effect only when each was reached. */
  void freeze() {
    long pid = pid();
    signal("STOP");
    if (!Polling.until(FREEZE_TIME_MAX, () -> areAllThreadsStopped(pid))) {
      throw new SandboxException(
          "The server %d did not freeze within %s".formatted(pid, FREEZE_TIME_MAX));
    }
  }

  private static boolean areAllThreadsStopped(long pid) {
    try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(pid), "task"))) {
      return threads.allMatch(ServerProcess::isStopped);
    } catch (IOException | UncheckedIOException gone) {
      return false;
    }
  }

  private static boolean isStopped(Path thread) {
    try {
      return Files.readString(thread.resolve("status")).contains("\nState:\tT");
    } catch (IOException ended) {
      return true;
    }
  }

  Path folder() {
    return folder;
  }

  /** From now on it is started by that command, which becomes the server. */
  void isRunBy(List<String> command) {
    runBy = List.copyOf(command);
  }

  Path configurationFile() {
    return folder.resolve("my.cnf");
  }

  /** Writes the configuration file that each start reads. */
  void configure(List<String> options) {
    try {
      Files.createDirectories(folder.resolve("data"));
      Files.createDirectories(folder.resolve("tmp"));
      Files.writeString(configurationFile(), "[mysqld]\n" + String.join("\n", options) + "\n");
    } catch (IOException e) {
      throw new SandboxException("Cannot write %s".formatted(configurationFile()), e);
    }
  }

  /**
   * As a boot does. A server that is killed while it starts an applier leaves a file {@code
   * SQL_LOAD-…} there, and its next one refuses to start the applier for it (error 1, 5.7.22).
   */
  private void clearTemporaryFolder() {
    try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
      for (Path file : left.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new SandboxException("Cannot clear %s".formatted(folder.resolve("tmp")), e);
    }
  }

  /** Starts the process; it does not accept logins yet. */
  void launch(List<String> extraOptions) {
    if (isRunning()) {
      throw new SandboxException(
          "The server in %s already runs as process %d".formatted(folder, pid()));
    }
    clearTemporaryFolder();
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid",
                "sh",
                "-c",
                LAUNCHER,
                "tutti-server",
                folder.resolve(GuardedFolder.PID_FILE).toString()));
    command.addAll(runBy);
    command.addAll(server.command());
    command.add("--defaults-file=" + configurationFile());
    extraOptions.forEach(option -> command.add("--" + option));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve("console.log").toFile()));
    builder.environment().putAll(server.environment());
    try {
      process = Optional.of(builder.start().toHandle());
    } catch (IOException e) {
      throw new SandboxException(
          "Cannot start %s: %s".formatted(server.program(), e.getMessage()), e);
    }
  }

  /**
   * Waits until the server that was launched accepts logins of the administrator.
   *
   * @throws SandboxException when it ends or takes too long; with the end of its log
   */
  void awaitLogins(ServerAddress address) {
    SqlAccess access = new SqlAccess(address);
    boolean done = Polling.until(START_TIME_MAX, () -> !isRunning() || acceptsLogins(access));
    if (!done || !isRunning()) {
      throw new SandboxException(
          "%s at %s %s. The end of its log:%n%s"
              .formatted(
                  server.release(),
                  address,
                  done ? "ended while starting" : "does not accept logins",
                  logTail()));
    }
  }

  /** Another server may have the port, so the one that answers must be the one in this folder. */
  private boolean acceptsLogins(SqlAccess access) {
    try {
      return access.query("SELECT @@datadir").stream()
          .anyMatch(row -> row.firstText("@@datadir").startsWith(folder + "/"));
    } catch (SandboxException notYet) {
      return false;
    }
  }

  boolean isRunning() {
    return process.filter(handle -> !hasEnded(handle.pid())).isPresent();
  }

  long pid() {
    return running().pid();
  }

  private ProcessHandle running() {
    return process
        .filter(handle -> !hasEnded(handle.pid()))
        .orElseThrow(() -> new SandboxException("The server in %s does not run".formatted(folder)));
  }

  void stop() {
    if (isRunning()) {
      ProcessHandle handle = running();
      signal("CONT");
      handle.destroy();
      awaitEnd(handle);
    }
  }

  void killHard() {
    if (isRunning()) {
      ProcessHandle handle = running();
      handle.destroyForcibly();
      awaitEnd(handle);
    }
  }

  private void awaitEnd(ProcessHandle handle) {
    if (!Polling.until(END_TIME_MAX, () -> hasEnded(handle.pid()))) {
      throw new SandboxException(
          "Process %d in %s does not end. The end of its log:%n%s"
              .formatted(handle.pid(), folder, logTail()));
    }
  }

  /**
   * Sends a signal, for example {@code STOP}.
   *
   * @throws SandboxException when the server does not run
   */
  void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -\"$0\" \"$1\"", name, String.valueOf(pid()))
              .start();
      if (kill.waitFor() != 0) {
        throw new SandboxException("SIG%s could not be sent to %d".formatted(name, pid()));
      }
    } catch (IOException e) {
      throw new SandboxException("SIG%s could not be sent: %s".formatted(name, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The error log, and before it what the program printed before it had one. */
  String log() {
    StringBuilder text = new StringBuilder();
    for (String name : Arrays.asList("console.log", "error.log")) {
      Path file = folder.resolve(name);
      try {
        if (Files.exists(file)) {
          text.append(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        throw new SandboxException("Cannot read %s".formatted(file), e);
      }
    }
    return text.toString();
  }

  private String logTail() {
    String log = log();
    return log.substring(Math.max(0, log.length() - LOG_TAIL_CHARS));
  }

  /** Whether the server ended because somebody else has its port. */
  boolean foundItsPortTaken() {
    return !isRunning() && log().contains("Address already in use");
  }
}

package io.tutti.cli.verb;

import io.tutti.api.BackupBody;
import io.tutti.api.BackupVariables;
import io.tutti.api.BackupView;
import io.tutti.api.LeaseBody;
import io.tutti.api.OperationView;
import io.tutti.cli.render.ActCommand;
import io.tutti.cli.render.Progress;
import io.tutti.cli.render.Times;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.Screen;
import io.tutti.cli.verb.BackupClient.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A command within a backup session.
 *
 * <ol>
 *   <li>Begin the session.
 *   <li>Run the command with the coordinates in its environment and in a file; renew the lease
 *       meanwhile.
 *   <li>End the session, also when the command failed or this process is asked to end.
 * </ol>
 *
 * All that it says itself goes to standard error: standard output is the command's.
 */
final class GuardedRun {
  /** So often within one lease it is renewed, so that one renewal may fail. */
  private static final int RENEWALS_PER_LEASE = 3;

  /** How long a command may take to end when this process is asked to. */
  private static final Duration END_MAX = Duration.ofSeconds(10);

  private final ControllerClient controller;
  private final BackupClient backups;
  private final Screen screen;
  private Optional<Integer> endedAs = Optional.empty();
  private Optional<Process> process = Optional.empty();

  /** What is to be run in which session. */
  record Wanted(String target, BackupBody session, List<String> command, Optional<Path> file) {}

  GuardedRun(ControllerClient controller, Screen screen) {
    this.controller = controller;
    this.backups = new BackupClient(controller);
    this.screen = screen;
  }

  int run(Wanted wanted) {
    Session begun = begin(wanted);
    BackupView session = begun.view();
    Thread ending = new Thread(() -> endEarly(session), "backup-end");
    Runtime.getRuntime().addShutdownHook(ending);
    int exitCode = ExitCode.FAILED;
    try {
      exitCode = runCommand(wanted, begun);
    } finally {
      int endCode = end(session);
      exitCode = exitCode == ExitCode.DONE ? endCode : exitCode;
      forget(ending);
    }
    return exitCode;
  }

  private static void forget(Thread ending) {
    try {
      Runtime.getRuntime().removeShutdownHook(ending);
    } catch (IllegalStateException e) {
      // This process is ending; the hook finds the session ended.
    }
  }

  private void say(String text) {
    screen.err().println("tutti: " + text);
  }

  private Session begin(Wanted wanted) {
    OperationView started =
        controller
            .post(
                ControllerClient.path("/instances/{}/backups", wanted.target()),
                wanted.session(),
                Optional.of(UUID.randomUUID().toString()))
            .as(OperationView.class);
    OperationView operation = follow(started.id());
    return Optional.of(operation)
        .filter(done -> ActingVerb.exitCode(done) == ExitCode.DONE)
        .flatMap(backups::findBegun)
        .orElseThrow(() ->
            CommandFailure.local(
                ExitCode.FAILED,
                "NOT_BEGUN",
                "The session was not begun, and the command was not run: "
                    + operation.trouble().orElse(operation.why()),
                ActCommand.said(operation.remedies())));
  }

  private OperationView follow(String id) {
    Progress progress = new Progress();
    controller.follow(id, 1, event -> progress.lines(event).forEach(line -> say(line.plain())));
    return backups.operation(id);
  }

  private int runCommand(Wanted wanted, Session begun) {
    BackupView session = begun.view();
    try (ScheduledExecutorService renewing =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("backup-renew").factory())) {
      Path file =
          wanted.file().isPresent()
              ? wanted.file().get()
              : Files.createTempFile("tutti-backup-", ".json");
      Files.writeString(file, begun.document() + "\n");
      long everyMillis = Math.max(1, session.ttl().toMillis()) / RENEWALS_PER_LEASE;
      renewing.scheduleWithFixedDelay(
          () -> renew(session), everyMillis, everyMillis, TimeUnit.MILLISECONDS);
      try {
        return startAndWait(wanted.command(), session, file);
      } finally {
        renewing.shutdownNow();
        if (wanted.file().isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      say("The command could not be run: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private int startAndWait(List<String> command, BackupView session, Path file) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder
        .environment()
        .putAll(new BackupVariables(session, file.toAbsolutePath().toString()).all());
    Process started = builder.start();
    process = Optional.of(started);
    try {
      return started.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      started.destroy();
      return ExitCode.FAILED;
    }
  }

  private void renew(BackupView session) {
    try {
      backups.renew(session, LeaseBody.NONE);
    } catch (CommandFailure e) {
      say("The session could not be renewed: " + e.sentence());
    }
  }

  /** Asked to end: first the command, then the session. */
  private void endEarly(BackupView session) {
    process.ifPresent(running -> {
      running.destroy();
      try {
        if (!running.waitFor(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
          running.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    end(session);
  }

  private synchronized int end(BackupView session) {
    if (endedAs.isEmpty()) {
      endedAs = Optional.of(endOnce(session));
    }
    return endedAs.get();
  }

  private int endOnce(BackupView session) {
    String instance = session.instance();
    try {
      Optional<BackupView> open =
          backups
              .findOpen(instance)
              .map(Session::view)
              .filter(each -> each.id().equals(session.id()));
      if (open.isEmpty()) {
        say("The session ended while the command ran: do not trust its copy.");
        return ExitCode.FAILED;
      }
      OperationView ended = follow(backups.end(session, false).as(OperationView.class).id());
      if (ActingVerb.exitCode(ended) != ExitCode.DONE) {
        say("The session could not be ended now: " + ended.why());
        say("It ends by itself at " + Times.second(open.get().expiresAt()) + ".");
        return ExitCode.FAILED;
      }
      return stayedOpen(open.get(), ended) ? ExitCode.DONE : ExitCode.FAILED;
    } catch (CommandFailure | UncheckedIOException e) {
      say("The session could not be ended now: " + e.getMessage());
      say("It ends by itself when its time is over, or with: tutti backup end " + instance);
      return ExitCode.FAILED;
    }
  }

  /** What the end found, by reading the server: an applier that ran was started by others. */
  private boolean stayedOpen(BackupView session, OperationView ended) {
    boolean startedByOthers =
        ended.steps().stream().anyMatch(step -> "true".equals(step.before().get("ran")));
    if (startedByOthers || session.broken().isPresent()) {
      say(
          "The applier was started by others while the command ran ("
              + session.broken().orElse("seen at the end")
              + "): do not trust its copy, unless the command itself did that when it was done.");
      return false;
    }
    return true;
  }
}

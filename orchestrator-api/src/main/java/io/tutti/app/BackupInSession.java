package io.tutti.app;

import io.tutti.app.BackupWindows.Window;
import io.tutti.capability.Ports;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.EventLog;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.backup.BackupChoice;
import io.tutti.operation.backup.BackupLeases;
import io.tutti.operation.backup.BeginRequest;
import io.tutti.operation.backup.EndRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.rest.BackupHandover;
import io.tutti.spi.Deadline;
import io.tutti.spi.program.Program;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.topology.BackupSession;
import io.tutti.topology.Cluster;
import io.tutti.topology.Tag;
import io.tutti.topology.WorldView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * One backup by schedule, as {@code tutti backup run} does it.
 *
 * <ol>
 *   <li>Pick a replica ({@link BackupChoice}), and begin a session of it: an operation.
 *   <li>Run the program with the coordinates in its environment and in a file; renew the lease
 *       meanwhile.
 *   <li>End the session, also when the program failed.
 * </ol>
 *
 * A controller that ends in the middle leaves a session that ends by itself when its lease is over.
 *
 * @param notes is told how it ended: whom it was about, and a sentence
 */
record BackupInSession(Window window, Ports ports, OperationRunner runner, Notes notes) {
  /** So often within one lease it is renewed, so that one renewal may fail. */
  private static final int RENEWALS_PER_LEASE = 3;

  private static final Duration OPERATION_MAX = Duration.ofMinutes(15);

  /** Where it is kept how one ended. */
  interface Notes {
    void note(Window window, String target, Outcome outcome, String said);
  }

  void run() throws InterruptedException {
    String target = window.cluster();
    try {
      InstanceAddress replica = pick();
      target = replica.toString();
      BackupSession session = begin(replica);
      Optional<String> failure = copy(session);
      Optional<String> notEnded = end(session);
      Optional<String> trouble = failure.or(() -> notEnded);
      notes.note(
          window,
          target,
          trouble.isEmpty() ? Outcome.DONE : Outcome.FAILED,
          trouble.orElse("Copied in the session %s.".formatted(session.id())));
    } catch (OrchestratorException e) {
      notes.note(window, target, Outcome.FAILED, "Nothing was copied: " + e.observed());
    }
  }

  private InstanceAddress pick() {
    WorldView world = ports.world().get();
    Cluster cluster =
        ports
            .known()
            .aliases()
            .get()
            .find(world.topology(), window.cluster())
            .orElseThrow(() -> GoalTarget.unknown(window.cluster()));
    return BackupChoice.of(world, cluster, this::hasTags);
  }

  private boolean hasTags(InstanceAddress address) {
    SortedMap<String, String> tags = ports.known().tags().apply(address);
    return window.tags().stream().allMatch(tag -> isThere(tag, tags));
  }

  private static boolean isThere(Tag tag, SortedMap<String, String> tags) {
    return tag.value().equals(tags.get(tag.name()));
  }

  private String actor() {
    return "schedule:" + window.id();
  }

  private Operation carriedOut(Goal goal) throws InterruptedException {
    Operation begun = runner.submit(goal, actor(), Optional.empty());
    return runner.awaitRest(begun.id(), OPERATION_MAX);
  }

  private BackupSession begin(InstanceAddress replica) throws InterruptedException {
    Operation begun =
        carriedOut(
            new BeginRequest(
                    replica.toString(),
                    false,
                    Optional.empty(),
                    window.lease(),
                    BeginRequest.DEADLINE_USUAL)
                .toGoal());
    return BackupLeases.of(ports).latest(replica).stream()
        .filter(session -> session.isOpen() && begun.state() == OperationState.SUCCEEDED)
        .findFirst()
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.OPERATION_STATE,
                replica.toString(),
                "the session was not begun: " + begun.why().sentence(),
                List.of("see it with: tutti operations show " + begun.id())));
  }

  /** Why there is no copy; empty when there is one. */
  private Optional<String> copy(BackupSession session) {
    BackupHandover handover = BackupHandover.of(session);
    try (ScheduledExecutorService renewing =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("backup-renew").factory())) {
      Path file = Files.createTempFile("tutti-backup-", ".json");
      Files.writeString(file, handover.document() + "\n");
      long everyMillis = Math.max(1, window.lease().toMillis() / RENEWALS_PER_LEASE);
      var unused =
          renewing.scheduleWithFixedDelay(
              () -> renew(session), everyMillis, everyMillis, TimeUnit.MILLISECONDS);
      try {
        Program.Ended ended =
            window
                .program()
                .run(
                    new Program.Call(window.arguments(), handover.variables(file), ""),
                    Deadline.after(window.timeMax()));
        return ended
            .failure()
            .map(why ->
                "The command for %s failed: %s It printed: %s"
                    .formatted(session.instance(), why, ended.output().strip()));
      } finally {
        renewing.shutdownNow();
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      return Optional.of("The command could not be run: " + e.getMessage());
    }
  }

  private void renew(BackupSession session) {
    try {
      var unused =
          BackupLeases.of(ports).renew(session.instance(), session.id(), window.lease(), actor());
    } catch (RuntimeException e) {
      EventLog.warn(
          "backup.renew",
          session.instance().toString(),
          "The session %s could not be renewed: %s".formatted(session.id(), e.getMessage()));
    }
  }

  /** Why the copy is not to be trusted; empty when it is. */
  private Optional<String> end(BackupSession session) throws InterruptedException {
    Optional<String> before = broken(session);
    if (!isOpen(session)) {
      return Optional.of(
          "The session %s ended while the command ran: do not trust its copy."
              .formatted(session.id()));
    }
    Operation ended = carriedOut(EndRequest.asked(session).toGoal());
    if (ended.state() != OperationState.SUCCEEDED) {
      return Optional.of(
          "The session %s could not be ended now, and ends by itself: %s"
              .formatted(session.id(), ended.why().sentence()));
    }
    return before
        .or(() -> broken(session))
        .map(why ->
            "The applier was started by others while the command ran (%s): do not trust its copy."
                .formatted(why));
  }

  private BackupSession now(BackupSession session) {
    return BackupLeases.of(ports).require(session.instance(), session.id());
  }

  private boolean isOpen(BackupSession session) {
    return now(session).isOpen();
  }

  private Optional<String> broken(BackupSession session) {
    return now(session).broken();
  }
}

package io.tutti.app;

import io.tutti.capability.Ports;
import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.EventLog;
import io.tutti.operation.OperationRunner;
import io.tutti.spi.program.Program;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.timing.Schedule;
import io.tutti.timing.Schedule.Missed;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.When;
import io.tutti.topology.Tag;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Backups by schedule: each on a thread of its own, none beside itself. */
final class BackupWindows implements AutoCloseable {
  static final String KIND = "backup";
  private static final String PREFIX = "tutti.backups.";

  /**
   * One of them.
   *
   * @param cluster its name, an alias, or one of its servers
   * @param arguments of the program
   * @param timeMax after which the program is ended
   */
  record Window(
      String name,
      When when,
      String cluster,
      List<Tag> tags,
      Program program,
      List<String> arguments,
      Duration lease,
      Duration timeMax) {
    Window {
      tags = List.copyOf(tags);
      arguments = List.copyOf(arguments);
    }

    ScheduleId id() {
      return new ScheduleId(KIND, name);
    }
  }

  private final Map<String, Window> windows;
  private final Ports ports;
  private final OperationRunner runner;
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("backup-", 0).factory());

  BackupWindows(Map<String, Window> windows, Ports ports, OperationRunner runner) {
    this.windows = windows;
    this.ports = ports;
    this.runner = runner;
  }

  /**
   * @throws OrchestratorException INVALID_CONFIGURATION naming the one that is not right
   */
  static Map<String, Window> windows(Map<String, BackupSettings> settings) {
    return ConfiguredTimes.read(PREFIX, "backup", settings, BackupWindows::window);
  }

  private static Window window(String name, BackupSettings settings) {
    if (settings.cluster().isBlank()) {
      throw new IllegalArgumentException("it names no cluster");
    }
    if (settings.command().isEmpty()) {
      throw new IllegalArgumentException("it has no command");
    }
    if (!settings.ttl().isPositive() || !settings.timeMax().isPositive()) {
      throw new IllegalArgumentException("its ttl or its time-max is not positive");
    }
    return new Window(
        name,
        ConfiguredTimes.repeated(settings.cron(), settings.zone()),
        settings.cluster(),
        settings.tags().stream().map(Tag::parse).toList(),
        Program.at(Path.of(settings.command().getFirst())),
        settings.command().subList(1, settings.command().size()),
        settings.ttl(),
        settings.timeMax());
  }

  List<Schedule> schedules() {
    return windows.values().stream()
        .map(each ->
            new Schedule(
                each.id(),
                each.when(),
                "A replica of %s is copied.".formatted(each.cluster()),
                Missed.LEFT_OUT))
        .toList();
  }

  /** Its time has come. */
  void due(ScheduleId id) {
    Window window = windows.get(id.name());
    if (window == null) {
      return;
    }
    if (!underWay.add(window.name())) {
      note(window, window.cluster(), Outcome.REFUSED, "The one before has not ended.");
      return;
    }
    threads.execute(() -> {
      try {
        new BackupInSession(window, ports, runner, this::note).run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        note(window, window.cluster(), Outcome.FAILED, "The controller stops.");
      } finally {
        underWay.remove(window.name());
      }
    });
  }

  private void note(Window window, String target, Outcome outcome, String said) {
    String actor = "schedule:" + window.id();
    if (outcome == Outcome.DONE) {
      EventLog.note("backup.window", target, "%s: %s".formatted(window.id(), said));
    } else {
      EventLog.warn("backup.window", target, "%s: %s".formatted(window.id(), said));
    }
    ports
        .stored()
        .audit()
        .append(
            new AuditRecord(
                ports.clock().instant(), actor, "backup.window", target, outcome, said));
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

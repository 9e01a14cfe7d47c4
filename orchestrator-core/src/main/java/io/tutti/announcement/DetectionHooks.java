package io.tutti.announcement;

import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingCode;
import io.tutti.eventlog.EventLog;
import io.tutti.hook.HookRun;
import io.tutti.hook.HookedServers;
import io.tutti.hook.Hooks;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.HookPoint.Moment;
import io.tutti.spi.hook.HookPoint.Subject;
import io.tutti.world.FindingChanges.Change;
import io.tutti.world.Found;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Calls hooks when it is found that a source does not serve, on threads of their own: neither
 * whoever publishes nor a failover waits for them, and nothing depends on how they end. What is in
 * downtime or muted calls none, nor does what was found before the controller started.
 */
public final class DetectionHooks implements Consumer<Change>, AutoCloseable {
  static final HookPoint POINT = new HookPoint(Moment.AFTER, Subject.DETECTION);

  /** A verdict, as distinguished from what is not proved. */
  private static final Set<FindingCode> VERDICTS =
      Set.of(
          FindingCode.SOURCE_DEAD, FindingCode.INTERMEDIATE_SOURCE_DEAD, FindingCode.SOURCE_FROZEN);

  /** When a data centre fails, not all programs run at once. */
  private static final int AT_ONCE_MAX = 8;

  private final Hooks hooks;
  private final HookedServers servers;
  private final Semaphore places = new Semaphore(AT_ONCE_MAX, true);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("detection-hooks").factory());

  public DetectionHooks(Hooks hooks, HookedServers servers) {
    this.hooks = hooks;
    this.servers = servers;
  }

  @Override
  public void accept(Change change) {
    if (hooks.at(POINT).isEmpty()) {
      return;
    }
    for (Found found : change.appeared()) {
      if (found.finding().code() instanceof FindingCode code && VERDICTS.contains(code)) {
        HookEvent event = event(found);
        threads.execute(() -> call(event));
      }
    }
  }

  private HookEvent event(Found found) {
    Finding finding = found.finding();
    return new HookEvent(
        "detection-%s-%s-%d"
            .formatted(finding.code().name(), finding.subject(), found.since().toEpochMilli()),
        POINT,
        found.since(),
        false,
        new HookEvent.Cause(
            "",
            finding.code().name(),
            "policy:detection",
            Optional.empty(),
            finding.evidence().sentence()),
        servers.about(finding.subject(), finding.about().instance(), Optional.empty()));
  }

  private void call(HookEvent event) {
    try {
      places.acquire();
      try {
        var unused = hooks.call(event, run -> log(event, run));
      } finally {
        places.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void log(HookEvent event, HookRun run) {
    if (run.hasFailed()) {
      EventLog.warn("hook.called", event.about().target(), run.sentence());
    } else {
      EventLog.note("hook.called", event.about().target(), run.sentence());
    }
  }

  /** Those under way are ended. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}

package io.tutti.operation.crash;

import io.tutti.capability.Ports;
import io.tutti.crash.Incident;
import io.tutti.crash.Incident.Evidence;
import io.tutti.store.AuditLog;
import io.tutti.store.Incidents;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at each restart, at once and then less and less often, until nothing is left that may be
 * known: one virtual thread for each.
 */
public final class IncidentInvestigator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IncidentInvestigator.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration PAUSE_MAX = Duration.ofMinutes(1);

  /** A replica that stays away so long shows nothing any more: numbers were used again. */
  private static final Duration LOOKED_AT_MAX = Duration.ofDays(2);

  private final IncidentReader reader;
  private final Incidents incidents;
  private final IncidentAudit audit;
  private final InstantSource clock;
  private final Map<String, Thread> threads = new ConcurrentHashMap<>();
  private final ReentrantLock waiting = new ReentrantLock();
  private final Condition stirring = waiting.newCondition();
  private long stirs;
  private volatile Runnable onFound = () -> {};
  private volatile boolean closed;

  public IncidentInvestigator(
      IncidentReader reader, Incidents incidents, AuditLog audit, InstantSource clock) {
    this.reader = reader;
    this.incidents = incidents;
    this.audit = new IncidentAudit(audit);
    this.clock = clock;
  }

  public static IncidentInvestigator of(Ports ports) {
    return new IncidentInvestigator(
        IncidentReader.of(ports),
        ports.records().incidents(),
        ports.stored().audit(),
        ports.clock());
  }

  /** What is to be called when more was found of any; to be said before the first begins. */
  public void listen(Runnable wanted) {
    onFound = wanted;
  }

  /**
   * Goes on with those that an earlier controller had not settled, and looks once more at what it
   * took for lost.
   */
  public void resume() {
    incidents.open().stream()
        .filter(each -> !each.isSettled() || each.hasLostOnSource())
        .forEach(this::begin);
  }

  public void begin(Incident incident) {
    threads.computeIfAbsent(
        incident.id(),
        id -> Thread.ofVirtual().name("incident-" + id).start(() -> lookUntilSettled(id)));
  }

  /** A server was connected to again: what could not be read of it is looked at now. */
  public void stirred() {
    waiting.lock();
    try {
      stirs++;
      stirring.signalAll();
    } finally {
      waiting.unlock();
    }
  }

  private void lookUntilSettled(String id) {
    Duration pause = FIRST_PAUSE;
    try {
      // The first look is at the server alone.
      boolean isOver = closed || !lookOnce(id);
      long stirsBefore = stirsSoFar();
      while (!isOver && !closed && lookOnce(id)) {
        long stirsNow = pauseUnlessStirred(pause, stirsBefore);
        pause = stirsNow == stirsBefore ? longer(pause) : FIRST_PAUSE;
        stirsBefore = stirsNow;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.remove(id);
    }
  }

  private static Duration longer(Duration pause) {
    return pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
  }

  private long stirsSoFar() {
    waiting.lock();
    try {
      return stirs;
    } finally {
      waiting.unlock();
    }
  }

  /** Returns how often it was stirred by then. */
  private long pauseUnlessStirred(Duration pause, long stirsBefore) throws InterruptedException {
    waiting.lock();
    try {
      long left = pause.toNanos();
      while (left > 0 && stirs == stirsBefore) {
        left = stirring.awaitNanos(left);
      }
      return stirs;
    } finally {
      waiting.unlock();
    }
  }

  /** Whether it must be looked at again. */
  private boolean lookOnce(String id) {
    try {
      Optional<Incident> kept = incidents.find(id).filter(Incident::isOpen);
      if (kept.isEmpty()) {
        return false;
      }
      Incident before = kept.get();
      Incident after = before.with(reader.look(before));
      if (!after.isSettled() && clock.instant().isAfter(before.noticedAt().plus(LOOKED_AT_MAX))) {
        after =
            after.with(after.evidence().givingUp("it could not be read for days", clock.instant()));
      }
      keep(before, after);
      return !after.isSettled();
    } catch (RuntimeException e) {
      LOG.warn("Incident {} could not be examined; it is tried again", id, e);
      return true;
    }
  }

  private void keep(Incident before, Incident after) {
    Evidence found = after.evidence();
    if (found.equals(before.evidence())) {
      return;
    }
    incidents.found(after.id(), found);
    onFound.run();
    audit.report(before, after, clock.instant());
  }

  @Override
  public void close() {
    closed = true;
    threads.values().forEach(Thread::interrupt);
  }
}

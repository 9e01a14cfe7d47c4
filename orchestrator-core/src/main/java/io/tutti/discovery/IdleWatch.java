package io.tutti.discovery;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.IdleConnection;
import io.tutti.spi.InstanceClient;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an idle connection to one server, opened again after it ended: less and less often where it
 * cannot be opened, as there may be no connection to spare, or does not last.
 */
final class IdleWatch {
  private static final Logger LOG = LoggerFactory.getLogger(IdleWatch.class);

  private static final Duration PAUSE_MIN = Duration.ofSeconds(5);
  private static final Duration PAUSE_MAX = Duration.ofMinutes(5);

  /** One that ended sooner was opened in vain. */
  private static final Duration LASTS_MIN = Duration.ofSeconds(30);

  private final InstanceAddress address;
  private final IdleConnections connections;
  private final Runnable onEnd;
  private Optional<IdleConnection> held = Optional.empty();
  private long openedNanos;
  private long nextNanos = System.nanoTime();
  private int failures;
  private boolean isOver;

  /**
   * @param onEnd called when a connection has ended that was not given up here
   */
  IdleWatch(InstanceAddress address, IdleConnections connections, Runnable onEnd) {
    this.address = address;
    this.connections = connections;
    this.onEnd = onEnd;
  }

  /** Whether a connection is open, as far as the kernel knows. */
  synchronized boolean isHeld() {
    return held.isPresent();
  }

  /** Whether one is to be opened now. */
  synchronized boolean isDue() {
    return held.isEmpty() && !isOver && System.nanoTime() - nextNanos >= 0;
  }

  /** Opens one; that there is none hurts nobody. */
  void open(InstanceClient client, Deadline deadline) {
    try {
      client.openIdle(deadline).ifPresentOrElse(this::hold, this::inVain);
    } catch (OrchestratorException e) {
      LOG.debug("{}: no idle connection could be opened: {}", address, e.observed());
      inVain();
    } catch (RuntimeException e) {
      LOG.warn("{}: no idle connection could be opened because of a defect in Tutti", address, e);
      inVain();
    }
  }

  private synchronized void hold(IdleConnection opened) {
    if (isOver) {
      connections.release(opened);
      return;
    }
    held = Optional.of(opened);
    openedNanos = System.nanoTime();
    connections.watch(opened, () -> ended(opened));
  }

  private void ended(IdleConnection connection) {
    if (isEndOf(connection)) {
      onEnd.run();
    }
  }

  private synchronized boolean isEndOf(IdleConnection connection) {
    if (held.filter(current -> current == connection).isEmpty()) {
      return false;
    }
    held = Optional.empty();
    if (System.nanoTime() - openedNanos < LASTS_MIN.toNanos()) {
      inVain();
    } else {
      failures = 0;
      nextNanos = System.nanoTime();
    }
    return true;
  }

  private synchronized void inVain() {
    Duration doubled = PAUSE_MIN.multipliedBy(1L << Math.min(failures, 10));
    failures++;
    nextNanos =
        System.nanoTime() + (doubled.compareTo(PAUSE_MAX) < 0 ? doubled : PAUSE_MAX).toNanos();
  }

  /** Gives it up: nobody replicates from that server any more. */
  synchronized void giveUp() {
    held.ifPresent(connections::release);
    held = Optional.empty();
  }

  /** Gives it up permanently. */
  synchronized void close() {
    isOver = true;
    giveUp();
  }
}

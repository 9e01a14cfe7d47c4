package io.tutti.world;

import io.tutti.discovery.ChangeListener;
import io.tutti.topology.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Informs listeners of each new view of the world, on one thread.
 *
 * <ol>
 *   <li>At once after a change of the controller's records.
 *   <li>{@link #GATHERED} after a reading that shows something worth reporting ({@link Signs}),
 *       with all that came meanwhile.
 *   <li>{@link #ROUTINE} after any other reading.
 * </ol>
 *
 * <p>Nothing is published while nothing changes.
 */
public final class WorldPublisher implements ChangeListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorldPublisher.class);

  /** Servers that fail together are reported together. */
  static final Duration GATHERED = Duration.ofMillis(50);

  /** What depends on positions and counters alone, such as a lag, is a matter of seconds. */
  static final Duration ROUTINE = Duration.ofSeconds(1);

  private final World world;
  private final List<Consumer<JudgedWorld>> listeners = new CopyOnWriteArrayList<>();
  private volatile Runnable onSigns = () -> {};
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition earlier = lock.newCondition();
  private Optional<Long> dueNanos = Optional.empty();
  private boolean closed;

  public WorldPublisher(World world) {
    this.world = world;
  }

  /** Whom to inform of each new view. A listener that waits keeps the others waiting. */
  public void listen(Consumer<JudgedWorld> listener) {
    listeners.add(listener);
  }

  /**
   * What is to be called at once when a reading shows something worth reporting: who has to be
   * quick does not wait for what comes meanwhile. To be said before anything is read.
   */
  public void listenToSigns(Runnable listener) {
    onSigns = listener;
  }

  /** Begins to publish. */
  public void start() {
    Thread.ofVirtual().name("world").start(this::run);
  }

  @Override
  public void onChange(Optional<Node> before, Optional<Node> now) {
    boolean isSame = before.map(Signs::of).equals(now.map(Signs::of));
    publishIn(isSame ? ROUTINE : GATHERED);
    if (!isSame) {
      onSigns.run();
    }
  }

  /** A record was written. */
  public void recordsChanged() {
    publishIn(Duration.ZERO);
  }

  private void publishIn(Duration pause) {
    long due = System.nanoTime() + pause.toNanos();
    lock.lock();
    try {
      if (dueNanos.isEmpty() || due - dueNanos.get() < 0) {
        dueNanos = Optional.of(due);
        earlier.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      while (awaitDue()) {
        publish();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean awaitDue() throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        if (dueNanos.isEmpty()) {
          earlier.await();
        } else if (dueNanos.get() - System.nanoTime() > 0) {
          earlier.awaitNanos(dueNanos.get() - System.nanoTime());
        } else {
          dueNanos = Optional.empty();
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void publish() {
    try {
      JudgedWorld next = world.judgeAll();
      listeners.forEach(listener -> listener.accept(next));
    } catch (RuntimeException e) {
      LOG.error("A view of the world could not be published; the next one is", e);
      publishIn(ROUTINE);
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      earlier.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

package io.tutti.recovery;

import io.tutti.plan.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the loop look: as soon as it is woken, when something is due, and each {@link #SWEEP} in case
 * that nobody said so. It does not ask the store to know whether there is something to do.
 */
public final class RecoveryThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryThread.class);

  static final Duration SWEEP = Duration.ofSeconds(2);

  private final RecoveryLoop loop;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private boolean isWanted;
  private boolean closed;

  public RecoveryThread(RecoveryLoop loop, InstantSource clock) {
    this.loop = loop;
    this.clock = clock;
    loop.onDue(this::wake);
  }

  /**
   * Where servers are asked: what protects waits for nobody, and routine is no storm when many
   * servers are back at a time.
   */
  public static Executor lane(Urgency urgency) {
    return urgency == Urgency.PROTECTION ? Lanes.AT_ONCE : Lanes.ROUTINE;
  }

  /** The executors of all loops of a process. */
  private static final class Lanes {
    private static final int ROUTINE_MAX = 8;

    static final Executor AT_ONCE = task -> Thread.ofVirtual().name("recovery").start(task);
    static final Executor ROUTINE = bounded(new Semaphore(ROUTINE_MAX));

    private Lanes() {}

    private static Executor bounded(Semaphore turns) {
      return task ->
          AT_ONCE.execute(() -> {
            turns.acquireUninterruptibly();
            try {
              task.run();
            } finally {
              turns.release();
            }
          });
    }
  }

  public void start() {
    Thread.ofPlatform().daemon().name("recovery").start(this::run);
  }

  /** Something has changed. */
  public void wake() {
    lock.lock();
    try {
      isWanted = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      Optional<Instant> due = look();
      while (awaitDue(due)) {
        due = look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<Instant> look() {
    try {
      return loop.look();
    } catch (RuntimeException e) {
      LOG.warn("What is to be done by itself could not be looked at; tried again", e);
      return Optional.empty();
    }
  }

  private boolean awaitDue(Optional<Instant> due) throws InterruptedException {
    long left =
        due.map(at -> Duration.between(clock.instant(), at))
            .filter(pause -> pause.compareTo(SWEEP) < 0)
            .orElse(SWEEP)
            .toNanos();
    lock.lock();
    try {
      while (left > 0 && !isWanted && !closed) {
        left = woken.awaitNanos(left);
      }
      isWanted = false;
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

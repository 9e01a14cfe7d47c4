package io.tutti.recovery;

import io.tutti.alarm.Alarm;
import io.tutti.plan.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
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
  private final Alarm alarm = new Alarm();

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
    alarm.ring();
  }

  private void run() {
    try {
      Optional<Instant> due = look();
      while (alarm.await(untilNextLook(due))) {
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
      LOG.warn("What the controller should do by itself could not be read; it is tried again", e);
      return Optional.empty();
    }
  }

  private Duration untilNextLook(Optional<Instant> due) {
    return due.map(at -> Duration.between(clock.instant(), at))
        .filter(pause -> pause.compareTo(SWEEP) < 0)
        .orElse(SWEEP);
  }

  @Override
  public void close() {
    alarm.close();
  }
}

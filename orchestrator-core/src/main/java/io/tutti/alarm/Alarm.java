package io.tutti.alarm;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the thread that waits for its next round: when the time is over, when somebody rings, and
 * for the last time when it is closed. Who rings while nobody waits is heard by the next one who
 * does, once.
 */
public final class Alarm implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private boolean hasRung;
  private boolean isClosed;

  /** The time does not have to be over. */
  public void ring() {
    lock.lock();
    try {
      hasRung = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the time is over or somebody rings.
   *
   * @return false when there is no further round
   */
  public boolean await(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (left > 0 && !hasRung && !isClosed) {
        left = woken.awaitNanos(left);
      }
      hasRung = false;
      return !isClosed;
    } finally {
      lock.unlock();
    }
  }

  /** There is no further round. */
  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

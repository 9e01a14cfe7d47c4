package io.tutti.store.jdbc;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Checkpoints, each for all who ask for one before it begins: writes that come at the same time
 * become durable by one of them.
 */
final class Checkpoints {
  private final AtomicLong asked = new AtomicLong();
  private final ReentrantLock turn = new ReentrantLock(true);
  private long covered;

  /** Returns when one has ended that began after this was called. */
  void awaitNext(Runnable checkpoint) {
    long mine = asked.incrementAndGet();
    turn.lock();
    try {
      if (covered < mine) {
        long all = asked.get();
        checkpoint.run();
        covered = all;
      }
    } finally {
      turn.unlock();
    }
  }
}

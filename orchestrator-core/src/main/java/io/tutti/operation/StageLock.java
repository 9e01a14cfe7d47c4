package io.tutti.operation;

import java.util.concurrent.locks.ReentrantLock;

/** What the steps of a stage rely on: one of them at a time does something to it. */
final class StageLock {
  private final ReentrantLock lock = new ReentrantLock();

  void run(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}

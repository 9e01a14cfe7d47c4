package io.tutti.operation;

import java.time.Duration;

/** Lets time pass; a simulation moves its clock instead. */
@FunctionalInterface
public interface Pauses {
  Pauses REAL = Thread::sleep;

  void pause(Duration duration) throws InterruptedException;
}

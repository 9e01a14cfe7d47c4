package io.tutti.operation;

import java.time.Duration;

/** Lets time pass; a simulation moves its clock instead. */
@FunctionalInterface
public interface Pauses {
  Pauses REAL = Thread::sleep;

  void pause(Duration duration) throws InterruptedException;

  /**
   * Lets time pass within a step.
   *
   * @throws StepFailure passing when the controller is shutting down
   */
  default void inStep(Duration duration) {
    try {
      pause(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StepFailure.passing("The controller is shutting down.");
    }
  }
}

package io.tutti.operation;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Lets time pass; a simulation moves its clock instead. */
@FunctionalInterface
public interface Pauses {
  Pauses REAL = Thread::sleep;

  /** How late it is noticed that something came. */
  Duration LOOK_EVERY = Duration.ofMillis(50);

  void pause(Duration duration) throws InterruptedException;

  /**
   * Lets time pass until something comes that is worth another look.
   *
   * @return how much passed, or a little less
   */
  default Duration pauseUnless(Duration duration, BooleanSupplier comes)
      throws InterruptedException {
    Duration left = duration;
    while (left.isPositive() && !comes.getAsBoolean()) {
      Duration piece = left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY;
      pause(piece);
      left = left.minus(piece);
    }
    return duration.minus(left);
  }

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

package io.tutti.sandbox;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a server to reach a state that it does not announce. */
final class Polling {

  private static final Duration INTERVAL = Duration.ofMillis(20);

  private Polling() {}

  /**
   * Asks until the answer is yes.
   *
   * @return false when the time is over, or this thread was interrupted (its flag stays set)
   */
  static boolean until(Duration timeMax, BooleanSupplier condition) {
    long end = System.nanoTime() + timeMax.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      try {
        Thread.sleep(INTERVAL);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}

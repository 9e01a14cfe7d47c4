package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.promotion.BestReplica.Has;
import java.time.Duration;

/** When what came to pass in a {@link HandOverStep}, as nobody can write meanwhile. */
final class HandOverMoments {
  private final long began = System.nanoTime();
  private long shut = began;
  private long level = began;
  private long open = began;

  void shut() {
    shut = System.nanoTime();
  }

  void level() {
    level = System.nanoTime();
  }

  void open() {
    open = System.nanoTime();
  }

  /**
   * For people.
   *
   * @param all that the old one had then
   * @param opens whether the next one was opened
   */
  String said(InstanceAddress old, InstanceAddress next, Has all, boolean opens) {
    String isLevel =
        "%s was shut in %d ms; %s had all that it has, %s, after %d ms more"
            .formatted(old, millis(began, shut), next, all, millis(shut, level));
    return opens
        ? "%s, and took writes after %d ms more: nobody could write for %d ms at most."
            .formatted(isLevel, millis(level, open), millis(began, open))
        : isLevel + ".";
  }

  private static long millis(long from, long to) {
    return Duration.ofNanos(to - from).toMillis();
  }
}

package io.tutti.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts how long something took, in steps from a millisecond to ten seconds. Never waits. */
public final class DurationHistogram {
  private static final List<Duration> BOUNDS =
      List.of(
          Duration.ofMillis(1),
          Duration.ofNanos(2_500_000),
          Duration.ofMillis(5),
          Duration.ofMillis(10),
          Duration.ofMillis(25),
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofMillis(2_500),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10));

  private final List<LongAdder> counts = new ArrayList<>();
  private final LongAdder nanos = new LongAdder();

  /**
   * What was counted so far.
   *
   * @param upTo the bounds of the steps, and how many took that long or less; growing
   * @param count all of them, also those that took longer than the last bound
   * @param sum how long all of them took together
   */
  public record Counted(List<Step> upTo, long count, Duration sum) {
    public Counted {
      upTo = List.copyOf(upTo);
    }
  }

  /** One step. */
  public record Step(Duration bound, long count) {}

  public DurationHistogram() {
    for (int step = 0; step <= BOUNDS.size(); step++) {
      counts.add(new LongAdder());
    }
  }

  public void record(Duration took) {
    int step = 0;
    while (step < BOUNDS.size() && took.compareTo(BOUNDS.get(step)) > 0) {
      step++;
    }
    counts.get(step).increment();
    nanos.add(took.toNanos());
  }

  public Counted counted() {
    List<Step> steps = new ArrayList<>();
    long count = 0;
    for (int step = 0; step < BOUNDS.size(); step++) {
      count += counts.get(step).sum();
      steps.add(new Step(BOUNDS.get(step), count));
    }
    return new Counted(steps, count + counts.getLast().sum(), Duration.ofNanos(nanos.sum()));
  }
}

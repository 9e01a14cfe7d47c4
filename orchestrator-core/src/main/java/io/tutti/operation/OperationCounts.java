package io.tutti.operation;

import io.tutti.plan.OperationState;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many operations there were.
 *
 * @param ended those that came to an end or got stuck since this controller started
 * @param unfinished those that are not settled now, stuck ones among them
 */
public record OperationCounts(SortedMap<Of, Ended> ended, SortedMap<Of, Long> unfinished) {
  public OperationCounts {
    ended = Collections.unmodifiableSortedMap(new TreeMap<>(ended));
    unfinished = Collections.unmodifiableSortedMap(new TreeMap<>(unfinished));
  }

  /** Those that are counted together. */
  public record Of(String kind, OperationState state) {}

  /** How many, and how long they took together. */
  public record Ended(long count, Duration took) {
    /** Both together. */
    public Ended and(Ended more) {
      return new Ended(count + more.count, took.plus(more.took));
    }
  }
}

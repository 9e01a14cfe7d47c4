package io.tutti.topology;

import io.tutti.model.CounterInterval;
import io.tutti.model.CounterSample;
import java.time.Duration;
import java.util.Optional;

/**
 * Enough of a server's earlier counters to show how they grew lately: over one to two minutes, once
 * it is known for that long.
 *
 * @param oldest where the interval begins
 * @param turning what it will begin with next
 * @param latest where it ends
 */
public record CounterHistory(CounterSample oldest, CounterSample turning, CounterSample latest) {
  /** Long enough for a mean, short enough to be "now". */
  static final Duration TURN_AFTER = Duration.ofMinutes(1);

  /** Shorter intervals report of a burst, not of a load. */
  static final Duration LENGTH_MIN = Duration.ofSeconds(5);

  public static CounterHistory startingWith(CounterSample first) {
    return new CounterHistory(first, first, first);
  }

  /** With one more sample; a restart of the server begins a new history. */
  public CounterHistory with(CounterSample next) {
    if (CounterInterval.between(latest, next).isEmpty()) {
      return startingWith(next);
    }
    boolean turns = Duration.between(turning.at(), next.at()).compareTo(TURN_AFTER) >= 0;
    return turns
        ? new CounterHistory(turning, next, next)
        : new CounterHistory(oldest, turning, next);
  }

  /** How the counters grew lately; empty while that is too short to say. */
  public Optional<CounterInterval> interval() {
    return CounterInterval.between(oldest, latest)
        .filter(interval -> interval.length().compareTo(LENGTH_MIN) >= 0);
  }
}

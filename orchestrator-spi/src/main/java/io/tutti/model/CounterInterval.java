package io.tutti.model;

import java.time.Duration;
import java.util.Optional;

/**
 * The status counters of one server at two moments of the same run of it.
 *
 * @param length what lies between them
 */
public record CounterInterval(Duration length, StatusCounters first, StatusCounters last) {

  /** The interval between two samples; empty when the server was restarted in between. */
  public static Optional<CounterInterval> between(CounterSample earlier, CounterSample later) {
    Duration length = Duration.between(earlier.at(), later.at());
    return length.isPositive() && later.uptime().compareTo(earlier.uptime()) >= 0
        ? Optional.of(new CounterInterval(length, earlier.counters(), later.counters()))
        : Optional.empty();
  }

  /** How much the counter grew; unknown when it was reset in between. */
  public Observed<Long> growth(String name) {
    return first
        .count(name)
        .flatMap(from ->
            last.count(name)
                .flatMap(to ->
                    to >= from
                        ? Observed.known(to - from)
                        : Observed.unknown(name + " was reset between the two readings")));
  }

  /** The growth of several counters together; one that the server lacks makes it absent. */
  public Observed<Long> growthOfAll(String... names) {
    Observed<Long> sum = Observed.known(0L);
    for (String name : names) {
      sum = sum.flatMap(total -> growth(name).map(more -> total + more));
    }
    return sum;
  }
}

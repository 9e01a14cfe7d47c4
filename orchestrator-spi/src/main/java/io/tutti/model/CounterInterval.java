package io.tutti.model;

import java.time.Duration;
import java.util.Optional;

/**
 * The status counters of one server at two moments of the same run of it.
 *
 * @param length what lies between them
 */
public record CounterInterval(Duration length, StatusCounters first, StatusCounters last) {

  /**
   * The interval between two readings; empty when one of them has no counters, or when the server
   * was restarted in between.
   */
  public static Optional<CounterInterval> between(InstanceState earlier, InstanceState later) {
    Optional<StatusCounters> first = earlier.counters().asOptional();
    Optional<StatusCounters> last = later.counters().asOptional();
    Duration length = Duration.between(earlier.observedAt(), later.observedAt());
    if (first.isEmpty() || last.isEmpty() || !length.isPositive() || !isSameRun(earlier, later)) {
      return Optional.empty();
    }
    return Optional.of(new CounterInterval(length, first.get(), last.get()));
  }

  private static boolean isSameRun(InstanceState earlier, InstanceState later) {
    Optional<Duration> before = earlier.uptime().asOptional();
    Optional<Duration> after = later.uptime().asOptional();
    return before.isPresent() && after.isPresent() && after.get().compareTo(before.get()) >= 0;
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

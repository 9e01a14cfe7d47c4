package io.tutti.tuning;

import io.tutti.binlog.tune.Measured;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What was measured of one candidate.
 *
 * @param number of the try, from 1
 * @param applied so many transactions, or rows where the server counts no transactions
 * @param isOfRows whether they are rows
 * @param took from the start of the applier until they were applied
 * @param retries transactions that were done again meanwhile
 * @param waits what its workers did meanwhile, a sentence each, the most frequent first
 */
public record Trial(
    int number,
    Candidate candidate,
    Instant at,
    long applied,
    boolean isOfRows,
    Duration took,
    long retries,
    List<String> waits) {
  private static final double NANOS = 1e9;

  /** What the search compares: the time of so many. */
  private static final double SHARE = 1_000;

  /** A server that applies all between two looks is not infinitely fast. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  public Trial {
    took = took.compareTo(SHORTEST) < 0 ? SHORTEST : took;
    waits = List.copyOf(waits);
  }

  /** The same as another try. */
  public Trial numbered(int other) {
    return new Trial(other, candidate, at, applied, isOfRows, took, retries, waits);
  }

  public double perSecond() {
    return applied / seconds();
  }

  /** Over all of these, each of the same weight; 0 when there are none. */
  static double perSecond(List<Trial> trials) {
    return trials.stream().mapToDouble(each -> each.measured(0).seconds()).average().stream()
        .map(seconds -> SHARE / seconds)
        .findFirst()
        .orElse(0);
  }

  private double seconds() {
    return took.toNanos() / NANOS;
  }

  /** As the search takes it. */
  Measured measured(int setting) {
    return new Measured(setting, SHARE * seconds() / Math.max(applied, 1));
  }

  /** For people, such as {@code 8 workers, logical-clock: 1,234 transactions a second}. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%s: %,.0f %s a second (%,d in %.1f s%s).",
        candidate,
        perSecond(),
        isOfRows ? "rows" : "transactions",
        applied,
        seconds(),
        retries > 0 ? String.format(Locale.ROOT, ", %,d done again", retries) : "");
  }
}

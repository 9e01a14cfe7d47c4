package io.tutti.tier;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of {@code of} parts of the thorough tier, counted from 1. Tests whose durations were recorded
 * are dealt out so that all parts take about as long; the others by the hash of their names.
 */
public record Shard(int number, int of) {
  private static final Pattern WRITTEN = Pattern.compile("(\\d{1,3})/(\\d{1,3})");

  public Shard {
    if (number < 1 || number > of) {
      throw new IllegalArgumentException("no shard " + number + "/" + of);
    }
  }

  /**
   * Reads {@code 2/6}.
   *
   * @throws IllegalArgumentException when it is written otherwise
   */
  public static Shard parse(String text) {
    Matcher matcher = WRITTEN.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "-Dtutti.shard=%s: want NUMBER/OF, as in 2/6".formatted(text));
    }
    return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** Whether a test, {@code Class#method} or {@code Class}, is in this part. */
  public boolean holds(String test, Map<String, Integer> dealt) {
    return Objects.requireNonNullElseGet(
            dealt.get(test), () -> Math.floorMod(test.hashCode(), of) + 1)
        == number;
  }

  /**
   * Deals the tests out to {@code of} parts: the longest first, each to the part that has least.
   */
  public static Map<String, Integer> deal(Map<String, Double> seconds, int of) {
    double[] sums = new double[of];
    Map<String, Integer> dealt = new HashMap<>();
    seconds.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(test -> {
          int least = 0;
          for (int i = 1; i < of; i++) {
            least = sums[i] < sums[least] ? i : least;
          }
          sums[least] += test.getValue();
          dealt.put(test.getKey(), least + 1);
        });
    return dealt;
  }
}

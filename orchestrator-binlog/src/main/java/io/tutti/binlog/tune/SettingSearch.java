package io.tutti.binlog.tune;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Looks for the smallest of some rising settings (numbers of workers, doubled each time) with which
 * work takes at most a little longer than with the best, in few tries. Each try costs minutes on a
 * real server, and its result is a few percent off.
 *
 * <ol>
 *   <li>Begin in the middle, or where a prediction says.
 *   <li>While the largest setting that was tried is clearly the best, go up by two.
 *   <li>Take the smallest that is close to the best. Nothing smaller was tried: go down by two.
 *       Else try what is between it and the next smaller one.
 *   <li>If the best is clearly better than the next larger one: try what is between them.
 *   <li>Measure the smallest that is close, and the best, once more if tries are left: which of
 *       them it will be depends on their difference, which may be noise.
 *   <li>Where two measurements of the same setting differ, measure those once more that noise as
 *       large may have put behind the best, the nearest first.
 * </ol>
 *
 * Nothing is known of settings that were not tried: a dip between two of them may be missed.
 */
public final class SettingSearch {
  /** As much longer than the best it may take. */
  public static final double CLOSE = 0.02;

  /** Each one is minutes of a replica that catches up. */
  public static final int TRIES_MAX = 6;

  private static final int STEP = 2;

  private final int count;
  private final int first;

  /**
   * @param count of settings
   * @param first where to begin: the place that a prediction gives
   */
  public SettingSearch(int count, OptionalInt first) {
    if (count < 1) {
      throw new IllegalArgumentException("there is no setting to try");
    }
    this.count = count;
    this.first = Math.clamp(first.orElse((count + 1) / 2), 0, count - 1);
  }

  /** The place of the setting to be tried next; empty when enough is known. */
  public OptionalInt next(List<Measured> measured) {
    if (measured.isEmpty()) {
      return OptionalInt.of(first);
    }
    if (measured.size() >= TRIES_MAX) {
      return OptionalInt.empty();
    }
    TreeMap<Integer, Double> means = means(measured);
    int best = best(means);
    Integer below = means.lowerKey(best);
    Integer above = means.higherKey(best);
    boolean isBetterThanBelow = below == null || isClearlyWorse(means, below, best);
    if (above == null && best < count - 1 && isBetterThanBelow) {
      return OptionalInt.of(Math.min(best + STEP, count - 1));
    }
    int chosen = smallestClose(means);
    Integer smaller = means.lowerKey(chosen);
    if (smaller == null && chosen > 0) {
      return OptionalInt.of(Math.max(chosen - STEP, 0));
    }
    if (smaller != null && chosen - smaller > 1) {
      return OptionalInt.of((chosen + smaller + 1) / 2);
    }
    if (above != null && above - best > 1 && isClearlyWorse(means, above, best)) {
      return OptionalInt.of((best + above) / 2);
    }
    return onceMore(measured, means, chosen, best);
  }

  private static OptionalInt onceMore(
      List<Measured> measured, TreeMap<Integer, Double> means, int chosen, int best) {
    if (means.size() == 1) {
      return OptionalInt.empty();
    }
    for (int setting : new int[] {chosen, best}) {
      if (isMeasuredOnce(measured, setting)) {
        return OptionalInt.of(setting);
      }
    }
    double noise = noise(measured);
    double reach = means.getOrDefault(best, 0.0) * (1 + CLOSE) * (1 + noise);
    return means.keySet().stream()
        .filter(setting -> noise > CLOSE && isMeasuredOnce(measured, setting))
        .filter(setting -> means.getOrDefault(setting, 0.0) <= reach)
        .min(Comparator.comparingDouble(setting -> means.getOrDefault(setting, 0.0)))
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  private static boolean isMeasuredOnce(List<Measured> measured, int setting) {
    return measured.stream().filter(each -> each.setting() == setting).count() == 1;
  }

  /** By what share two measurements of the same setting differ, at most. */
  private static double noise(List<Measured> measured) {
    double noise = 0;
    for (Measured one : measured) {
      for (Measured other : measured) {
        if (one.setting() == other.setting()) {
          noise = Math.max(noise, one.seconds() / other.seconds() - 1);
        }
      }
    }
    return noise;
  }

  /**
   * The place of the setting to be kept: the smallest that is close to the best.
   *
   * @throws IllegalArgumentException when nothing was measured
   */
  public static int chosen(List<Measured> measured) {
    if (measured.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    return smallestClose(means(measured));
  }

  /** What was measured of a setting, on average. */
  public static OptionalDouble seconds(List<Measured> measured, int setting) {
    return measured.stream()
        .filter(each -> each.setting() == setting)
        .mapToDouble(Measured::seconds)
        .average();
  }

  private static TreeMap<Integer, Double> means(List<Measured> measured) {
    return measured.stream()
        .collect(
            Collectors.groupingBy(
                Measured::setting, TreeMap::new, Collectors.averagingDouble(Measured::seconds)));
  }

  private static int best(TreeMap<Integer, Double> means) {
    int best = means.firstKey();
    for (int setting : means.keySet()) {
      best = means.getOrDefault(setting, 0.0) < means.getOrDefault(best, 0.0) ? setting : best;
    }
    return best;
  }

  private static int smallestClose(TreeMap<Integer, Double> means) {
    int best = best(means);
    return means.keySet().stream()
        .filter(setting -> !isClearlyWorse(means, setting, best))
        .findFirst()
        .orElse(best);
  }

  private static boolean isClearlyWorse(TreeMap<Integer, Double> means, int one, int best) {
    return means.getOrDefault(one, 0.0) > means.getOrDefault(best, 0.0) * (1 + CLOSE);
  }
}

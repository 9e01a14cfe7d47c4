package io.tutti.rollout.gate;

import java.util.ArrayList;
import java.util.List;

/**
 * What was read of one server in one wave, the oldest first.
 *
 * @param before until the time at which the wave may change servers
 * @param since from then on
 */
public record Readings(List<Sample> before, List<Sample> since) {
  /** Nothing yet. */
  public static final Readings NONE = new Readings(List.of(), List.of());

  public Readings {
    before = List.copyOf(before);
    since = List.copyOf(since);
  }

  public List<Sample> all() {
    List<Sample> all = new ArrayList<>(before);
    all.addAll(since);
    return all;
  }

  /**
   * Spread over the same time, but fewer.
   *
   * @param max of each part
   */
  public Readings thinned(int max) {
    return new Readings(thinned(before, max), thinned(since, max));
  }

  /** The first, the last, and others at even distances in between. */
  public static <T> List<T> thinned(List<T> all, int max) {
    if (all.size() <= max) {
      return all;
    }
    List<T> some = new ArrayList<>(max);
    for (int i = 0; i < max; i++) {
      some.add(all.get((int) ((long) i * (all.size() - 1) / (max - 1))));
    }
    return some;
  }
}

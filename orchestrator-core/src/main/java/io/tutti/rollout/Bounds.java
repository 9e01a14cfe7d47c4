package io.tutti.rollout;

/**
 * How many servers may be changed at the same moment, of those of one wave.
 *
 * @param perClusterMax in one cluster
 * @param totalMax in all clusters together
 */
public record Bounds(int perClusterMax, int totalMax) {
  /** One of a cluster: the others serve meanwhile. */
  public static final Bounds USUAL = new Bounds(1, 10);

  public Bounds {
    if (perClusterMax < 1 || totalMax < 1) {
      throw new IllegalArgumentException("at least one must be allowed at once");
    }
  }
}

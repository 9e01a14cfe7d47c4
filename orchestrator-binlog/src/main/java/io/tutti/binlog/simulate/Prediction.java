package io.tutti.binlog.simulate;

import java.util.List;
import java.util.Optional;

/**
 * What is predicted for one scheme.
 *
 * @param points by the number of workers; the first is without any
 * @param smallest the fewest workers with which it takes at most a twentieth longer than the best
 * @param limit what keeps the best from being better
 * @param gain how many times faster the best would be without that
 * @param range how the speed-up of the smallest differs if commits take half or twice as long as
 *     was assumed; empty where it was not assumed
 */
public record Prediction(
    Scheme scheme,
    List<Point> points,
    Point smallest,
    Limit limit,
    double gain,
    Optional<Range> range) {

  public Prediction {
    points = List.copyOf(points);
  }

  /**
   * A number of workers.
   *
   * @param seconds until all transactions are applied
   * @param speedup over none
   * @param retries transactions that are done again
   */
  public record Point(int workers, double seconds, double speedup, long retries) {}

  /** From and to. */
  public record Range(double low, double high) {}

  /** The fastest; of those that are as fast, the one with the fewest workers. */
  public Point best() {
    return points.stream()
        .min((one, other) -> Double.compare(one.seconds(), other.seconds()))
        .orElseThrow();
  }
}

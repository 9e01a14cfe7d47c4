package io.tutti.rollout.gate;

import io.tutti.model.Observed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One number of a server over time; what lies between two readings is on a straight line. */
final class Line {
  private static final double NANOS = 1e9;

  private final double[] seconds;
  private final double[] values;

  private Line(double[] seconds, double[] values) {
    this.seconds = seconds;
    this.values = values;
  }

  /** Of those readings that show it. */
  static Line of(
      List<Sample> samples,
      Instant origin,
      Function<Sample, ? extends Observed<? extends Number>> shown) {
    List<double[]> points = new ArrayList<>();
    for (Sample sample : samples) {
      if (shown.apply(sample) instanceof Observed.Known<? extends Number> known) {
        double at =
            sample.at().getEpochSecond()
                - origin.getEpochSecond()
                + (sample.at().getNano() - origin.getNano()) / NANOS;
        if (points.isEmpty() || at > points.getLast()[0]) {
          points.add(new double[] {at, known.value().doubleValue()});
        }
      }
    }
    return new Line(
        points.stream().mapToDouble(point -> point[0]).toArray(),
        points.stream().mapToDouble(point -> point[1]).toArray());
  }

  int size() {
    return seconds.length;
  }

  double second(int index) {
    return seconds[index];
  }

  double value(int index) {
    return values[index];
  }

  boolean covers(double second) {
    return seconds.length > 0 && second >= seconds[0] && second <= seconds[seconds.length - 1];
  }

  /**
   * @param second that it {@linkplain #covers}
   */
  double at(double second) {
    int next = 0;
    while (seconds[next] < second) {
      next++;
    }
    if (seconds[next] == second) {
      return values[next];
    }
    double part = (second - seconds[next - 1]) / (seconds[next] - seconds[next - 1]);
    return values[next - 1] + part * (values[next] - values[next - 1]);
  }

  /** From the first reading to the last one. */
  double growth() {
    return seconds.length == 0 ? 0 : values[values.length - 1] - values[0];
  }

  double length() {
    return seconds.length == 0 ? 0 : seconds[seconds.length - 1] - seconds[0];
  }
}

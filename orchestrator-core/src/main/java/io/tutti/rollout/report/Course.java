package io.tutti.rollout.report;

import io.tutti.model.Observed;
import io.tutti.rollout.gate.Readings;
import io.tutti.rollout.gate.Sample;
import io.tutti.rollout.gate.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One quantity of one server over time.
 *
 * @param before on average, until the change began; empty where no reading shows it
 * @param after on average, since the change had ended
 * @param points the oldest first
 */
public record Course(OptionalDouble before, OptionalDouble after, List<Point> points) {
  private static final double NANOS = 1e9;

  /** More of them would not be seen in a chart. */
  static final int POINTS_MAX = 300;

  public Course {
    points = List.copyOf(points);
  }

  /** What it was then; of what is counted, how much a second since the point before. */
  public record Point(Instant at, double value) {}

  /**
   * @param until readings after that do not count for the average: an undo began
   */
  static Course of(Quantity quantity, List<Sample> all, Span change, Instant until) {
    return new Course(
        average(quantity, all.stream().filter(each -> !each.at().isAfter(change.began())).toList()),
        average(
            quantity,
            all.stream()
                .filter(each -> !each.at().isBefore(change.ended()) && !each.at().isAfter(until))
                .toList()),
        points(quantity, Readings.thinned(known(quantity, all), POINTS_MAX)));
  }

  /** Of a server that was not changed: all its readings are from before. */
  static Course of(Quantity quantity, List<Sample> all) {
    return new Course(
        average(quantity, all),
        OptionalDouble.empty(),
        points(quantity, Readings.thinned(known(quantity, all), POINTS_MAX)));
  }

  private static List<Point> known(Quantity quantity, List<Sample> all) {
    List<Point> known = new ArrayList<>();
    for (Sample sample : all) {
      if (quantity.of(sample) instanceof Observed.Known<? extends Number> shown) {
        known.add(new Point(sample.at(), shown.value().doubleValue()));
      }
    }
    return known;
  }

  private static List<Point> points(Quantity quantity, List<Point> shown) {
    if (!quantity.isRate()) {
      return shown;
    }
    List<Point> rates = new ArrayList<>();
    for (int i = 1; i < shown.size(); i++) {
      double seconds = seconds(shown.get(i - 1), shown.get(i));
      if (seconds > 0) {
        rates.add(new Point(shown.get(i).at(), growth(shown, i) / seconds));
      }
    }
    return rates;
  }

  /** A count that falls began anew, with the process. */
  private static double growth(List<Point> shown, int index) {
    return Math.max(0, shown.get(index).value() - shown.get(index - 1).value());
  }

  private static double seconds(Point from, Point to) {
    return Duration.between(from.at(), to.at()).toNanos() / NANOS;
  }

  private static OptionalDouble average(Quantity quantity, List<Sample> part) {
    List<Point> shown = known(quantity, part);
    if (!quantity.isRate()) {
      return shown.stream().mapToDouble(Point::value).average();
    }
    double seconds = shown.isEmpty() ? 0 : seconds(shown.getFirst(), shown.getLast());
    double growth = 0;
    for (int i = 1; i < shown.size(); i++) {
      growth += growth(shown, i);
    }
    return seconds > 0 ? OptionalDouble.of(growth / seconds) : OptionalDouble.empty();
  }
}

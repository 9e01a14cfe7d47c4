package io.tutti.rollout.gate;

import io.tutti.model.Observed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * One number that readings show, as a series: that of the subject less that of whoever it is
 * compared with at the same moments. What changes for both at the same time, such as the load,
 * falls out: the difference in differences (D. Card and A. B. Krueger, American Economic Review 84,
 * 1994).
 *
 * @param shown the number
 * @param isRate whether it is its growth in a second that counts, not its value
 * @param resolution the step in which the server counts it
 */
record Measure(
    Function<Sample, ? extends Observed<? extends Number>> shown,
    boolean isRate,
    double resolution) {

  /** Before and after. */
  record Pair(Series before, Series after) {
    /** The same numbers in another unit. */
    Pair per(double unit) {
      return per(unit, unit);
    }

    Pair per(double unitBefore, double unitAfter) {
      return new Pair(scaled(before, unitBefore), scaled(after, unitAfter));
    }

    private static Series scaled(Series series, double unit) {
      return new Series(
          DoubleStream.of(series.values()).map(value -> value / unit).toArray(),
          Math.abs(series.resolution() / unit));
    }
  }

  /** The subject less the other one; the subject alone where there is none. */
  Pair compared(Samples subject, Optional<Samples> other) {
    return new Pair(
        series(subject.before(), other.map(Samples::before)),
        series(subject.after(), other.map(Samples::after)));
  }

  private Series series(List<Sample> subject, Optional<List<Sample>> other) {
    if (subject.isEmpty()) {
      return new Series(new double[0], resolution);
    }
    Instant origin = subject.getFirst().at();
    Line own = Line.of(subject, origin, shown);
    Optional<Line> others = other.map(samples -> Line.of(samples, origin, shown));
    DoubleStream.Builder values = DoubleStream.builder();
    double shortest = Double.MAX_VALUE;
    for (int i = 1; i < own.size(); i++) {
      double from = own.second(i - 1);
      double to = own.second(i);
      boolean isCovered = others.stream().allMatch(line -> line.covers(from) && line.covers(to));
      if (isCovered) {
        shortest = Math.min(shortest, to - from);
        double mine = isRate ? (own.value(i) - own.value(i - 1)) / (to - from) : own.value(i);
        double theirs =
            others
                .map(line -> isRate ? (line.at(to) - line.at(from)) / (to - from) : line.at(to))
                .orElse(0.0);
        values.add(mine - theirs);
      }
    }
    double[] found = values.build().toArray();
    return new Series(found, found.length == 0 || !isRate ? resolution : resolution / shortest);
  }

  /** How much a second it grew, over all readings before and after. */
  double rate(Samples samples) {
    Line before = line(samples.before());
    Line after = line(samples.after());
    double length = before.length() + after.length();
    return length == 0 ? 0 : (before.growth() + after.growth()) / length;
  }

  Line line(List<Sample> samples) {
    return Line.of(samples, samples.isEmpty() ? Instant.EPOCH : samples.getFirst().at(), shown);
  }
}

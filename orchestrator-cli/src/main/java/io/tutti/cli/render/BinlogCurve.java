package io.tutti.cli.render;

import io.tutti.binlog.analysis.BinlogReport.Curve;
import io.tutti.binlog.analysis.BinlogReport.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** How the workload went over time, as rows of bars. */
final class BinlogCurve {
  private static final int COLUMNS_MAX = 60;
  private static final int COLUMNS_MIN = 2;

  private final List<Point> points;
  private final long stepSeconds;
  private final Glyphs glyphs;
  private final Table table = new Table();

  private BinlogCurve(List<Point> points, long stepSeconds, Glyphs glyphs) {
    this.points = points;
    this.stepSeconds = stepSeconds;
    this.glyphs = glyphs;
  }

  /** Nothing where all was within a second or two. */
  static List<Line> of(Curve curve, Glyphs glyphs) {
    if (curve.points().size() < COLUMNS_MIN) {
      return List.of();
    }
    int together = Math.ceilDiv(curve.points().size(), COLUMNS_MAX);
    long step = curve.stepSeconds() * together;
    List<Line> lines = new ArrayList<>();
    lines.add(Line.EMPTY);
    lines.add(
        Line.of("Over time", Tone.STRONG)
            .plus(
                " from %s to %s, %s each bar"
                    .formatted(
                        Times.second(Instant.ofEpochSecond(curve.firstSeconds())),
                        Times.second(
                            Instant.ofEpochSecond(
                                curve.firstSeconds()
                                    + curve.stepSeconds() * curve.points().size())),
                        Durations.readable(Duration.ofSeconds(step))),
                Tone.DIM));
    lines.addAll(new BinlogCurve(merged(curve.points(), together), step, glyphs).rows().lines());
    return lines;
  }

  private static List<Point> merged(List<Point> points, int together) {
    List<Point> merged = new ArrayList<>();
    for (int from = 0; from < points.size(); from += together) {
      merged.add(
          points.subList(from, Math.min(points.size(), from + together)).stream()
              .reduce(new Point(0, 0, 0, 0, 0, 0), BinlogCurve::sum));
    }
    return merged;
  }

  private static Point sum(Point one, Point other) {
    return new Point(
        one.transactions() + other.transactions(),
        one.bytes() + other.bytes(),
        one.clocked() + other.clocked(),
        one.intervals() + other.intervals(),
        one.grouped() + other.grouped(),
        one.groups() + other.groups());
  }

  private Table rows() {
    row("transactions/s", point -> (double) point.transactions() / stepSeconds, this::number);
    row("bytes/s", point -> (double) point.bytes() / stepSeconds, ByteText::readable);
    if (points.stream().anyMatch(point -> point.clocked() > 0)) {
      row("AMIL", point -> (double) point.intervals() / point.clocked(), this::number);
    }
    if (points.stream().anyMatch(point -> point.groups() > 0)) {
      row("group size", point -> (double) point.grouped() / point.groups(), this::number);
    }
    return table;
  }

  /** What is divided by nothing is not a number, and no bar. */
  private void row(String name, ToDoubleFunction<Point> value, DoubleFunction<String> text) {
    double[] values = points.stream().mapToDouble(value).toArray();
    Function<double[], String> most =
        all -> text.apply(Arrays.stream(all).filter(Double::isFinite).max().orElse(0));
    table.row(
        Line.of("  " + name),
        Line.of(Sparkline.of(values, glyphs)),
        Line.of("at most " + most.apply(values), Tone.DIM));
  }

  private String number(double number) {
    return String.format(Locale.ROOT, "%,.1f", number);
  }
}

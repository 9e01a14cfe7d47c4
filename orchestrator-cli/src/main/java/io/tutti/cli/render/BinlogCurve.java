package io.tutti.cli.render;

import io.tutti.api.BinlogAnalysisView.CurveView;
import io.tutti.api.BinlogAnalysisView.PointView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** How the workload went over time, as rows of bars. */
final class BinlogCurve {
  private static final int COLUMNS_MAX = 60;
  private static final int COLUMNS_MIN = 2;

  private final List<PointView> points;
  private final long stepSeconds;
  private final Glyphs glyphs;
  private final Table table = new Table();

  private BinlogCurve(List<PointView> points, long stepSeconds, Glyphs glyphs) {
    this.points = points;
    this.stepSeconds = stepSeconds;
    this.glyphs = glyphs;
  }

  /** Nothing where all was within a second or two. */
  static List<Line> of(CurveView curve, Glyphs glyphs) {
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
                        Times.second(curve.begin()),
                        Times.second(
                            curve.begin().plusSeconds(curve.stepSeconds() * curve.points().size())),
                        Durations.readable(Duration.ofSeconds(step))),
                Tone.DIM));
    lines.addAll(new BinlogCurve(merged(curve.points(), together), step, glyphs).rows().lines());
    return lines;
  }

  private static List<PointView> merged(List<PointView> points, int together) {
    List<PointView> merged = new ArrayList<>();
    for (int from = 0; from < points.size(); from += together) {
      merged.add(together(points.subList(from, Math.min(points.size(), from + together))));
    }
    return merged;
  }

  private static PointView together(List<PointView> points) {
    long clocked = sum(points, PointView::clockedTransactions);
    long groups = sum(points, PointView::groupCommits);
    long grouped = sum(points, PointView::groupedTransactions);
    double intervals =
        points.stream()
            .mapToDouble(each -> each.amil().orElse(0.0) * each.clockedTransactions().orElse(0L))
            .sum();
    Optional<Double> amil = clocked == 0 ? Optional.empty() : Optional.of(intervals / clocked);
    return new PointView(
        points.stream().mapToLong(PointView::transactions).sum(),
        points.stream().mapToLong(PointView::bytes).sum(),
        Optional.of(clocked),
        amil,
        amil.map(length -> length * 2 - 1),
        Optional.of(groups),
        Optional.of(grouped),
        groups == 0 ? Optional.empty() : Optional.of((double) grouped / groups));
  }

  private static long sum(List<PointView> points, Function<PointView, Optional<Long>> part) {
    return points.stream().mapToLong(each -> part.apply(each).orElse(0L)).sum();
  }

  private Table rows() {
    row("transactions/s", point -> (double) point.transactions() / stepSeconds, this::number);
    row("bytes/s", point -> (double) point.bytes() / stepSeconds, ByteText::readable);
    perhaps("AMIL", PointView::amil);
    perhaps("pseudo group size", PointView::pseudoGroupSize);
    perhaps("group size", PointView::groupSize);
    return table;
  }

  private void perhaps(String name, Function<PointView, Optional<Double>> value) {
    if (points.stream().anyMatch(point -> value.apply(point).isPresent())) {
      row(name, point -> value.apply(point).orElse(Double.NaN), this::number);
    }
  }

  /** What is divided by nothing is not a number, and no bar. */
  private void row(String name, ToDoubleFunction<PointView> value, DoubleFunction<String> text) {
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

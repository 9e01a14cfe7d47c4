package io.tutti.metrics;

import io.tutti.error.ShownText;
import io.tutti.measure.DurationHistogram.Counted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Samples as Prometheus reads them: its text format, version 0.0.4. Every family is there, also one
 * without a sample.
 */
final class Exposition {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Names come from servers; the longest of a channel has 64 characters. */
  private static final int LABEL_MAX = 200;

  private static final double NANOS = 1e9;
  private static final double EXACT_MAX = 1e15;

  private final Map<Metric, List<String>> lines = new EnumMap<>(Metric.class);

  Exposition() {
    for (Metric metric : Metric.values()) {
      lines.put(metric, new ArrayList<>());
    }
  }

  /**
   * @param labels their values, in the order of {@link Metric#labels}
   */
  Exposition sample(Metric metric, double value, String... labels) {
    add(metric, "", labelled(metric, List.of(labels), ""), value);
    return this;
  }

  Exposition sample(Metric metric, boolean holds, String... labels) {
    return sample(metric, holds ? 1 : 0, labels);
  }

  Exposition histogram(Metric metric, Counted counted, String... labels) {
    List<String> values = List.of(labels);
    counted
        .upTo()
        .forEach(step ->
            add(
                metric,
                "_bucket",
                labelled(metric, values, "le=\"" + number(seconds(step.bound())) + "\""),
                step.count()));
    add(metric, "_bucket", labelled(metric, values, "le=\"+Inf\""), counted.count());
    return summary(metric, counted.count(), counted.sum(), labels);
  }

  Exposition summary(Metric metric, long count, Duration sum, String... labels) {
    String all = labelled(metric, List.of(labels), "");
    add(metric, "_sum", all, seconds(sum));
    add(metric, "_count", all, count);
    return this;
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / NANOS;
  }

  private void add(Metric metric, String suffix, String labels, double value) {
    lines
        .getOrDefault(metric, List.of())
        .add(metric.family() + suffix + labels + " " + number(value));
  }

  private static String labelled(Metric metric, List<String> values, String more) {
    if (values.size() != metric.labels().size()) {
      throw new IllegalArgumentException(metric + " has the labels " + metric.labels());
    }
    List<String> pairs = new ArrayList<>();
    for (int at = 0; at < values.size(); at++) {
      pairs.add("%s=\"%s\"".formatted(metric.labels().get(at), escaped(values.get(at))));
    }
    if (!more.isEmpty()) {
      pairs.add(more);
    }
    return pairs.isEmpty() ? "" : "{" + String.join(",", pairs) + "}";
  }

  private static String escaped(String value) {
    String shown = ShownText.of(value);
    return (shown.length() <= LABEL_MAX ? shown : shown.substring(0, LABEL_MAX - 1) + "…")
        .replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n");
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < EXACT_MAX
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** The whole answer. */
  String text() {
    StringBuilder text = new StringBuilder();
    lines.forEach((metric, samples) -> {
      text.append("# HELP ").append(metric.family()).append(' ').append(metric.meaning());
      text.append(".\n# TYPE ").append(metric.family()).append(' ').append(metric.type().word());
      text.append('\n');
      samples.forEach(sample -> text.append(sample).append('\n'));
    });
    return text.toString();
  }
}

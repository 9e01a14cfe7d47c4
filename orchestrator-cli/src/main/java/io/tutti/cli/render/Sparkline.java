package io.tutti.cli.render;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Numbers as a row of bars, one column each; none where a number is zero, or none. */
final class Sparkline {
  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final String ASCII_BARS = "_.:-=+*#";

  private Sparkline() {}

  static String of(double[] values, Glyphs glyphs) {
    String bars = glyphs.equals(Glyphs.UNICODE) ? BARS : ASCII_BARS;
    double max = Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
    return Arrays.stream(values)
        .mapToObj(value -> value > 0 ? bar(value, max, bars) : " ")
        .collect(Collectors.joining());
  }

  private static String bar(double value, double max, String bars) {
    int last = bars.length() - 1;
    int index = (int) Math.round(value / max * last);
    return bars.substring(index, index + 1);
  }
}

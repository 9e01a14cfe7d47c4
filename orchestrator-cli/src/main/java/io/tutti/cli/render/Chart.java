package io.tutti.cli.render;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** Charts as SVG, which is a part of a page and needs nothing else. */
final class Chart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 180;
  private static final int LEFT = 64;
  private static final int TOP = 12;
  private static final int BOTTOM = 22;
  private static final int GRID = 4;
  private static final int BAR = 22;
  private static final int NAMES_MIN = 220;
  private static final int NAMES_MAX = 440;
  private static final int LETTER = 7;
  private static final int TEXTS = 160;

  private Chart() {}

  /** Numbers over time. */
  static String line(double[] values, String from, String to) {
    double max = nice(Arrays.stream(values).filter(Double::isFinite).max().orElse(0));
    StringBuilder svg = new StringBuilder(begin(HEIGHT + TOP + BOTTOM));
    grid(svg, max);
    double step = (double) (WIDTH - LEFT) / Math.max(1, values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] > 0 && Double.isFinite(values[i])) {
        double height = HEIGHT * values[i] / max;
        svg.append(
            format(
                "<rect class='bar' x='%.1f' y='%.1f' width='%.1f' height='%.1f'>"
                    + "<title>%s</title></rect>",
                LEFT + i * step,
                TOP + HEIGHT - height,
                Math.max(0.6, step - 0.8),
                height,
                brief(values[i])));
      }
    }
    int below = TOP + HEIGHT + 16;
    svg.append(format("<text class='axis' x='%d' y='%d'>%s</text>", LEFT, below, safe(from)));
    svg.append(
        format(
            "<text class='axis' text-anchor='end' x='%d' y='%d'>%s</text>",
            WIDTH, below, safe(to)));
    return svg.append("</svg>").toString();
  }

  /**
   * A line of points, drawn as {@code class}.
   *
   * @param values by the place on the axis; a place without one is passed over
   */
  record Series(String drawnAs, SortedMap<Integer, Double> values) {}

  /** Numbers over an axis of names, from 0 on. */
  static String lines(List<String> axis, List<Series> all) {
    double most =
        all.stream()
            .flatMap(each -> each.values().values().stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    double max = nice(most);
    StringBuilder svg = new StringBuilder(begin(HEIGHT + TOP + BOTTOM));
    grid(svg, max);
    double step = (double) (WIDTH - LEFT) / axis.size();
    for (int place = 0; place < axis.size(); place++) {
      svg.append(
          format(
              "<text class='axis' text-anchor='middle' x='%.1f' y='%d'>%s</text>",
              LEFT + (place + 0.5) * step, TOP + HEIGHT + 16, safe(axis.get(place))));
    }
    all.forEach(series -> line(svg, series, step, max));
    return svg.append("</svg>").toString();
  }

  private static void line(StringBuilder svg, Series series, double step, double max) {
    StringBuilder course = new StringBuilder();
    StringBuilder points = new StringBuilder();
    series
        .values()
        .forEach((place, value) -> {
          double x = LEFT + (place + 0.5) * step;
          double y = TOP + HEIGHT - HEIGHT * value / max;
          course.append(format("%.1f,%.1f ", x, y));
          points.append(
              format(
                  "<circle class='%s' cx='%.1f' cy='%.1f' r='3.5'><title>%.2f</title></circle>",
                  series.drawnAs(), x, y, value));
        });
    svg.append(
        format("<polyline class='%s' points='%s'/>", series.drawnAs(), course.toString().strip()));
    svg.append(points);
  }

  private static void grid(StringBuilder svg, double max) {
    for (int i = 0; i <= GRID; i++) {
      double y = TOP + HEIGHT - (double) HEIGHT * i / GRID;
      svg.append(
          format(
              "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>"
                  + "<text class='axis' text-anchor='end' x='%d' y='%.1f'>%s</text>",
              LEFT, WIDTH, y, y, LEFT - 6, y + 4, brief(max * i / GRID)));
    }
  }

  /** A bar with a name and a text. */
  record Bar(String name, double value, String text) {}

  /** The largest bar takes all of the room. */
  static String bars(List<Bar> bars) {
    double max = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    int longest = bars.stream().mapToInt(bar -> bar.name().length()).max().orElse(0);
    int names = Math.clamp((longest + 2) * LETTER + 8, NAMES_MIN, NAMES_MAX);
    StringBuilder svg = new StringBuilder(begin(BAR * bars.size() + 4));
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double width = (WIDTH - names - TEXTS) * bar.value() / Math.max(max, 1);
      int y = BAR * i;
      svg.append(
          format(
              "<text class='name' text-anchor='end' x='%d' y='%d'>%s<title>%s</title></text>"
                  + "<rect class='bar' x='%d' y='%d' width='%.1f' height='%d'/>"
                  + "<text class='axis' x='%.1f' y='%d'>%s</text>",
              names - 8,
              y + 15,
              safe(shortened(bar.name(), (names - 8) / LETTER)),
              safe(bar.name()),
              names,
              y + 3,
              Math.max(1, width),
              BAR - 7,
              names + width + 6,
              y + 15,
              safe(bar.text())));
    }
    return svg.append("</svg>").toString();
  }

  /** The end says what is different: names of tables begin alike. */
  private static String shortened(String name, int letters) {
    return name.length() <= letters ? name : "…" + name.substring(name.length() - letters + 1);
  }

  private static String begin(int height) {
    return format("<svg viewBox='0 0 %d %d' role='img'>", WIDTH, height);
  }

  /** The next of 1, 2 or 5 with zeros. */
  private static double nice(double max) {
    if (max <= 0) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(max)));
    for (double step : new double[] {1, 2, 5}) {
      if (max <= step * power) {
        return step * power;
      }
    }
    return 10 * power;
  }

  private static String brief(double number) {
    if (number >= 1_000_000) {
      return format("%.1f M", number / 1_000_000);
    }
    if (number >= 10_000) {
      return format("%.0f k", number / 1_000);
    }
    return number == Math.rint(number) ? format("%.0f", number) : format("%.2f", number);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }

  /** As text of a page, whatever it is. */
  static String safe(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;")
        .replace("\"", "&quot;");
  }
}

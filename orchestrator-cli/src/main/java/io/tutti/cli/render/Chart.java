package io.tutti.cli.render;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Charts as SVG, which is a part of a page and needs nothing else. */
final class Chart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 180;
  private static final int LEFT = 64;
  private static final int TOP = 12;
  private static final int BOTTOM = 22;
  private static final int GRID = 4;
  private static final int BAR = 22;
  private static final int NAMES = 220;

  private Chart() {}

  /** Numbers over time. */
  static String line(double[] values, String from, String to) {
    double max = nice(Arrays.stream(values).filter(Double::isFinite).max().orElse(0));
    StringBuilder svg = new StringBuilder(begin(HEIGHT + TOP + BOTTOM));
    for (int i = 0; i <= GRID; i++) {
      double y = TOP + HEIGHT - (double) HEIGHT * i / GRID;
      svg.append(
          format(
              "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>"
                  + "<text class='axis' text-anchor='end' x='%d' y='%.1f'>%s</text>",
              LEFT, WIDTH, y, y, LEFT - 6, y + 4, brief(max * i / GRID)));
    }
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

  /** A bar with a name and a text. */
  record Bar(String name, double value, String text) {}

  /** The largest bar takes all of the room. */
  static String bars(List<Bar> bars) {
    double max = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    StringBuilder svg = new StringBuilder(begin(BAR * bars.size() + 4));
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double width = (WIDTH - NAMES - 160) * bar.value() / Math.max(max, 1);
      int y = BAR * i;
      svg.append(
          format(
              "<text class='name' text-anchor='end' x='%d' y='%d'>%s</text>"
                  + "<rect class='bar' x='%d' y='%d' width='%.1f' height='%d'/>"
                  + "<text class='axis' x='%.1f' y='%d'>%s</text>",
              NAMES - 8,
              y + 15,
              safe(bar.name()),
              NAMES,
              y + 3,
              Math.max(1, width),
              BAR - 7,
              NAMES + width + 6,
              y + 15,
              safe(bar.text())));
    }
    return svg.append("</svg>").toString();
  }

  private static String begin(int height) {
    return format(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' role='img'>", WIDTH, height);
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

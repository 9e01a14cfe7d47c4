package io.tutti.cli.render;

import java.util.Locale;

/** Numbers of bytes as people say them. */
final class ByteText {
  private static final int STEP = 1000;
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

  private ByteText() {}

  /** {@code 812 B}, {@code 12.4 MB}. */
  static String readable(double bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= STEP && unit < UNITS.length - 1) {
      amount /= STEP;
      unit++;
    }
    return unit == 0
        ? "%d B".formatted(Math.round(bytes))
        : String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
  }
}

package io.tutti.cli.render;

import java.time.Duration;
import java.util.Locale;

/** Durations as people say them. */
public final class Durations {
  private Durations() {}

  /** The two largest units: {@code 0.2 s}, {@code 12 s}, {@code 3 min 04 s}, {@code 2 h 10 min}. */
  public static String readable(Duration duration) {
    Duration amount = duration.isNegative() ? Duration.ZERO : duration;
    if (amount.toDays() > 0) {
      return "%d d %d h".formatted(amount.toDays(), amount.toHoursPart());
    }
    if (amount.toHours() > 0) {
      return "%d h %02d min".formatted(amount.toHours(), amount.toMinutesPart());
    }
    if (amount.toMinutes() > 0) {
      return "%d min %02d s".formatted(amount.toMinutes(), amount.toSecondsPart());
    }
    return amount.toSeconds() < 10
        ? String.format(Locale.ROOT, "%.1f s", amount.toMillis() / 1000.0)
        : amount.toSeconds() + " s";
  }

  /**
   * For a narrow column: whole units, the two largest: {@code 12s}, {@code 3m05s}, {@code 2h10m},
   * {@code 4d3h}.
   */
  static String coarse(Duration duration) {
    Duration amount = duration.isNegative() ? Duration.ZERO : duration;
    if (amount.toDays() > 0) {
      return amount.toDays() + "d" + amount.toHoursPart() + "h";
    }
    if (amount.toHours() > 0) {
      return "%dh%02dm".formatted(amount.toHours(), amount.toMinutesPart());
    }
    if (amount.toMinutes() > 0) {
      return "%dm%02ds".formatted(amount.toMinutes(), amount.toSecondsPart());
    }
    return amount.toSeconds() + "s";
  }

  /** For a narrow column: with a tenth below ten seconds: {@code 0.2s}. */
  static String fine(Duration duration) {
    boolean small = duration.toSeconds() < 10;
    return small
        ? String.format(Locale.ROOT, "%.1fs", Math.max(0, duration.toMillis()) / 1000.0)
        : coarse(duration);
  }
}

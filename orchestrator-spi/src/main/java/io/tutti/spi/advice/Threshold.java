package io.tutti.spi.advice;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * From what on a rule hits, where people may set that.
 *
 * @param usual where nobody has said otherwise; a duration is in seconds
 * @param least less is refused
 * @param most more is refused
 * @param meaning what is compared with it, one sentence in which {@code %s} stands for it
 */
public record Threshold(Unit unit, double usual, double least, double most, String meaning) {
  private static final double YEAR_SECONDS = 365.0 * 24 * 3600;
  private static final double COUNT_MAX = 1e9;
  private static final int DECIMALS = 3;

  /** What it is written in. */
  public enum Unit {
    DURATION("a duration such as 500ms, 30s or 2m"),
    PERCENT("a percentage such as 90%"),
    COUNT("a whole number"),
    RATIO("a number such as 1.5");

    private final String words;

    Unit(String words) {
      this.words = words;
    }

    /** What to write, for people. */
    public String words() {
      return words;
    }
  }

  public static Threshold duration(Duration least, Duration usual, String meaning) {
    return new Threshold(Unit.DURATION, seconds(usual), seconds(least), YEAR_SECONDS, meaning);
  }

  public static Threshold percent(int usual, String meaning) {
    return new Threshold(Unit.PERCENT, usual, 1, 100, meaning);
  }

  public static Threshold count(long least, long usual, String meaning) {
    return new Threshold(Unit.COUNT, usual, least, COUNT_MAX, meaning);
  }

  public static Threshold ratio(double least, double usual, String meaning) {
    return new Threshold(Unit.RATIO, usual, least, COUNT_MAX, meaning);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  public boolean allows(double value) {
    return value >= least && value <= most && (unit != Unit.COUNT || value == Math.rint(value));
  }

  /** How a value is written: {@code 30s}, {@code 90%}, {@code 8}, {@code 1.2}. */
  public String display(double value) {
    return switch (unit) {
      case DURATION -> display(Duration.ofMillis(Math.round(value * 1000)));
      case PERCENT -> number(value) + "%";
      case COUNT, RATIO -> number(value);
    };
  }

  /** In the largest unit in which it is a whole number. */
  private static String display(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    if (duration.toMillisPart() > 0) {
      return duration.toMillis() + "ms";
    }
    if (duration.toSecondsPart() > 0) {
      return duration.toSeconds() + "s";
    }
    if (duration.toMinutesPart() > 0) {
      return duration.toMinutes() + "m";
    }
    return duration.toHoursPart() > 0 ? duration.toHours() + "h" : duration.toDays() + "d";
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value)
        .setScale(DECIMALS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Its meaning with a value. */
  public String meaning(double value) {
    return meaning.formatted(display(value));
  }
}

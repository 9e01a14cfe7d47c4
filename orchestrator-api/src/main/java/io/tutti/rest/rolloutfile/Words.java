package io.tutti.rest.rolloutfile;

import java.time.DayOfWeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How single values are written in a rollout file. */
final class Words {
  static final String SPAN = "Write PT5S, or 90s, 30m, 2h, 1d.";

  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})\\s*([smhd])");

  private Words() {}

  /** A constant by its name in small letters with dashes. */
  static <E extends Enum<E>> E constant(Class<E> type, String text) {
    return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  static <E extends Enum<E>> String choices(Class<E> type) {
    return "It is one of: "
        + Arrays.stream(type.getEnumConstants())
            .map(Words::spelled)
            .collect(Collectors.joining(", "))
        + ".";
  }

  static String spelled(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static boolean yesOrNo(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> true;
      case "false", "no", "off" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  static Duration span(String text) {
    Matcher written = SHORT.matcher(text.toLowerCase(Locale.ROOT));
    if (written.matches()) {
      long count = Long.parseLong(written.group(1));
      return switch (written.group(2)) {
        case "s" -> Duration.ofSeconds(count);
        case "m" -> Duration.ofMinutes(count);
        case "h" -> Duration.ofHours(count);
        default -> Duration.ofDays(count);
      };
    }
    Duration span = Duration.parse(text);
    if (span.isNegative()) {
      throw new IllegalArgumentException(text);
    }
    return span;
  }

  /** {@code mon}, or {@code mon-fri}, over the end of the week as well. */
  static Set<DayOfWeek> days(String text) {
    List<DayOfWeek> ends = new ArrayList<>();
    for (String name : text.split("-", 2)) {
      ends.add(day(name.strip()));
    }
    Set<DayOfWeek> days = EnumSet.of(ends.getFirst());
    for (DayOfWeek day = ends.getFirst(); day != ends.getLast(); ) {
      day = day.plus(1);
      days.add(day);
    }
    return days;
  }

  private static DayOfWeek day(String name) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> {
          String whole = day.name().toLowerCase(Locale.ROOT);
          String asked = name.toLowerCase(Locale.ROOT);
          return whole.equals(asked) || whole.substring(0, 3).equals(asked);
        })
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name));
  }
}

package io.tutti.app;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of values that a setting can have, as people write them. */
final class SettingType {
  private static final Pattern SIMPLE_DURATION =
      Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)", Pattern.CASE_INSENSITIVE);

  private SettingType() {}

  /**
   * The type that a component holds once or many times: of {@code Optional<T>}, {@code List<T>} it
   * is T.
   */
  static Class<?> valueClass(Type type) {
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getActualTypeArguments()[0]
        : (Class<?>) type;
  }

  static boolean isList(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == List.class;
  }

  static boolean isOptional(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
  }

  /** How the values are called on the page of settings. */
  static String display(Class<?> type) {
    if (type.isEnum()) {
      return "one of "
          + String.join(
              ", ", Arrays.stream(type.getEnumConstants()).map(Object::toString).toList());
    }
    return switch (type.getSimpleName()) {
      case "int", "Integer" -> "whole number";
      case "double" -> "number";
      case "Duration" -> "duration (`500ms`, `1s`, `5m`, `24h`, `7d`, or ISO 8601)";
      case "Path" -> "path";
      case "Secret" -> "text, secret";
      default -> "text";
    };
  }

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  static Object parse(Class<?> type, String text) {
    String trimmed = text.strip();
    if (type == String.class) {
      return trimmed;
    }
    if (type == Secret.class) {
      return new Secret(text);
    }
    if (type == Path.class) {
      return path(trimmed);
    }
    if (type == Duration.class) {
      return duration(trimmed);
    }
    if (type == int.class || type == Integer.class) {
      return number(trimmed, "a whole number", Integer::parseInt);
    }
    if (type == double.class) {
      return number(trimmed, "a number", Double::parseDouble);
    }
    if (type.isEnum()) {
      return constant(type, trimmed);
    }
    throw new IllegalStateException("no setting can be a " + type);
  }

  private static Path path(String text) {
    return text.equals("~") || text.startsWith("~/")
        ? Path.of(System.getProperty("user.home") + text.substring(1))
        : Path.of(text);
  }

  private static Duration duration(String text) {
    Matcher simple = SIMPLE_DURATION.matcher(text);
    if (simple.matches()) {
      long amount = Long.parseLong(simple.group(1));
      return switch (simple.group(2).toLowerCase(Locale.ROOT)) {
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "m" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        default -> Duration.ofDays(amount);
      };
    }
    return number(text, "a duration such as 500ms, 1s, 5m, 24h or PT1S", SettingType::isoDuration);
  }

  private static Duration isoDuration(CharSequence text) {
    try {
      return Duration.parse(text);
    } catch (java.time.format.DateTimeParseException e) {
      throw new NumberFormatException(e.getMessage());
    }
  }

  private static <T> T number(
      String text, String expected, java.util.function.Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + text + "\" is not " + expected, e);
    }
  }

  private static Object constant(Class<?> type, String text) {
    for (Object constant : type.getEnumConstants()) {
      if (constant.toString().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("\"" + text + "\" is not " + display(type));
  }
}

package io.tutti.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.convert.ConversionService;

/** The kinds of values that a setting can have, as people write them. */
final class SettingValues {
  private static final Pattern WITHOUT_UNIT = Pattern.compile("[+-]?\\d+");

  private SettingValues() {}

  /** Spring Boot's, but for durations without a unit, homes, and texts that are never printed. */
  static ConversionService conversion() {
    ApplicationConversionService conversion = new ApplicationConversionService();
    conversion.addConverter(String.class, Duration.class, SettingValues::duration);
    conversion.addConverter(String.class, Path.class, SettingValues::path);
    conversion.addConverter(String.class, Secret.class, Secret::new);
    return conversion;
  }

  static Duration duration(String text) {
    if (WITHOUT_UNIT.matcher(text.strip()).matches()) {
      throw new IllegalArgumentException("a duration has a unit");
    }
    return DurationStyle.detectAndParse(text.strip());
  }

  static Path path(String text) {
    String path = text.strip();
    return path.equals("~") || path.startsWith("~/")
        ? Path.of(System.getProperty("user.home") + path.substring(1))
        : Path.of(path);
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

  /** What a wrong value should have been. */
  static String expected(Class<?> type) {
    if (type == Duration.class) {
      return "a duration such as 500ms, 1s, 5m, 24h or PT1S";
    }
    return type.isEnum() ? display(type) : "a " + display(type);
  }
}

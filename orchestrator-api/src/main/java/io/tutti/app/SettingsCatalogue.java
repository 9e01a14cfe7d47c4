package io.tutti.app;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All keys that there are, read from the settings records. */
final class SettingsCatalogue {
  static final String PREFIX = "tutti";

  /** A key this close to an unknown one is offered instead of it. */
  private static final int OFFERED_DISTANCE_MAX = 12;

  /**
   * One key.
   *
   * @param key such as {@code tutti.http.port}; {@code []} marks a list: {@code
   *     tutti.heartbeats[].schema}
   * @param group whether other keys are below it
   */
  record Entry(
      String key,
      Class<?> type,
      boolean list,
      boolean group,
      String description,
      String byDefault) {

    /** The environment variable that sets it; empty for what only the file and flags can set. */
    Optional<String> environmentName() {
      return group || key.contains("[]")
          ? Optional.empty()
          : Optional.of(key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
    }
  }

  private SettingsCatalogue() {}

  static List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    collect(PREFIX, ControllerSettings.class, entries);
    return entries;
  }

  private static void collect(String prefix, Class<?> settings, List<Entry> into) {
    for (RecordComponent component : settings.getRecordComponents()) {
      Setting setting = component.getAnnotation(Setting.class);
      if (setting == null) {
        throw new IllegalStateException(component + " of " + settings + " is not described");
      }
      Class<?> type = SettingType.valueClass(component.getGenericType());
      boolean list = SettingType.isList(component.getGenericType());
      boolean group = type.isRecord() && type != Secret.class;
      String key = prefix + "." + kebab(component.getName());
      into.add(new Entry(key, type, list, group, setting.value(), setting.byDefault()));
      if (group) {
        collect(list ? key + "[]" : key, type, into);
      }
    }
  }

  /** {@code pollInterval} as {@code poll-interval}. */
  static String kebab(String component) {
    return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** The key behind each environment variable. */
  static Map<String, String> keysByEnvironmentName() {
    Map<String, String> keys = new TreeMap<>();
    for (Entry entry : entries()) {
      entry.environmentName().ifPresent(name -> keys.put(name, entry.key()));
    }
    return keys;
  }

  /** Whether a key as written, with list positions such as {@code [0]}, can be set. */
  static boolean isKnown(String written) {
    String plain = written.replaceAll("\\[\\d+]", "[]");
    return entries().stream()
        .filter(entry -> !entry.group())
        .anyMatch(entry ->
            (entry.list() ? entry.key() + "[]" : entry.key()).equals(plain)
                || entry.list() && entry.key().equals(plain));
  }

  /** The known key that is most like the unknown one. */
  static Optional<String> nearest(String unknown) {
    String plain = unknown.replaceAll("\\[\\d+]", "[]");
    return entries().stream()
        .filter(entry -> !entry.group())
        .map(Entry::key)
        .filter(key -> farness(key, plain) <= OFFERED_DISTANCE_MAX)
        .min(Comparator.comparingInt(key -> farness(key, plain)));
  }

  /** What is below a group that was written as if it were a setting is nearest. */
  private static int farness(String key, String unknown) {
    return key.startsWith(unknown + ".") ? 0 : distance(key, unknown);
  }

  /** Levenshtein's: how many characters must be put in, left out or exchanged. */
  private static int distance(String one, String other) {
    int[] above = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] current = new int[other.length() + 1];
      current[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int exchange = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        current[column] =
            Math.min(
                Math.min(current[column - 1], above[column]) + 1, above[column - 1] + exchange);
      }
      above = current;
    }
    return above[other.length()];
  }
}

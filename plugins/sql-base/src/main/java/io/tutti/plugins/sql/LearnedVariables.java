package io.tutti.plugins.sql;

import io.tutti.model.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All global variables of a server as {@code SHOW GLOBAL VARIABLES} printed them once: shows which
 * exist, so that afterwards one generated SELECT reads the wanted ones in one row.
 */
public final class LearnedVariables {
  /**
   * Between the values: no variable holds these signs in that order, and {@link
   * io.tutti.error.ShownText} leaves them as they are. One column instead of ninety, because
   * drivers spend most of their time on the descriptions of columns.
   */
  static final String SEPARATOR = "\n\t\n";

  private final Map<String, String> values;
  private final List<String> wanted;
  private final Set<String> switches;
  private final Question question;

  private LearnedVariables(Map<String, String> values, Set<String> wantedNames) {
    this.values = values;
    this.wanted = values.keySet().stream().filter(wantedNames::contains).toList();
    this.switches =
        wanted.stream().filter(name -> isSwitch(values.get(name))).collect(Collectors.toSet());
    this.question = question(wanted);
  }

  static LearnedVariables of(Rows rows, Set<String> wantedNames) {
    Map<String, String> values = new TreeMap<>();
    for (Row row : rows.all()) {
      values.put(
          row.textOrEmpty("Variable_name").toLowerCase(Locale.ROOT), row.textOrEmpty("Value"));
    }
    return new LearnedVariables(values, wantedNames);
  }

  /** Variables made by hand, for tests. */
  public static LearnedVariables of(Map<String, String> values) {
    return new LearnedVariables(new TreeMap<>(values), values.keySet());
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The value at the time when the connection was opened: for what cannot change. */
  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** All of them, by lower-case name. */
  public Map<String, String> values() {
    return java.util.Collections.unmodifiableMap(values);
  }

  /** Reads the wanted variables in one row. */
  Question question() {
    return question;
  }

  /**
   * The row of {@link #question} as settings, switches printed as ON and OFF as SHOW does. The same
   * object as the last time when nothing changed.
   */
  Settings settings(Row row, Memory memory) {
    return memory.parsed(question.sql(), row.textOrEmpty("joined"), this::parse);
  }

  private Settings parse(String joined) {
    String[] texts = joined.split(SEPARATOR, -1);
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      String name = wanted.get(i);
      settings.put(name, switches.contains(name) ? printedSwitch(texts[i]) : texts[i]);
    }
    return Settings.of(settings);
  }

  private static Question question(List<String> names) {
    String values =
        names.stream()
            .map(name -> "IFNULL(@@global." + name + ", '')")
            .collect(Collectors.joining(", "));
    return new Question(
        SharedQuestions.SETTINGS,
        "SELECT @@global.…",
        "SELECT CONCAT_WS('"
            + SEPARATOR
            + "', "
            + values
            + ") AS joined, UNIX_TIMESTAMP(NOW(6)) AS now, UNIX_TIMESTAMP() AS clock_seconds,"
            + " TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(),"
            + " CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', 'SYSTEM')) AS zone_seconds",
        "");
  }

  private static boolean isSwitch(@org.jspecify.annotations.Nullable String value) {
    return "ON".equals(value) || "OFF".equals(value);
  }

  private static String printedSwitch(String selected) {
    return switch (selected) {
      case "1" -> "ON";
      case "0" -> "OFF";
      default -> selected;
    };
  }
}

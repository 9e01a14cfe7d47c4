package io.tutti.model;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The system variables that matter for replication, by the server's own names, as it printed their
 * values.
 *
 * @param values in force
 * @param persisted what the server itself keeps for its next start, whoever set it; absent where
 *     the flavor keeps nothing
 * @param setSinceStart of the variables that keep clients away, those that somebody set since the
 *     server started: what they are shows nothing of how it starts; absent where the server does
 *     not show
 */
public record Settings(
    SortedMap<String, String> values,
    Observed<SortedMap<String, String>> persisted,
    Observed<SortedSet<String>> setSinceStart) {
  private static final Observed<SortedSet<String>> NOT_REPORTED =
      Observed.absent("this flavor does not report what set a variable");

  public static final Settings EMPTY = of(Map.of());

  public Settings {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    persisted = persisted.map(kept -> Collections.unmodifiableSortedMap(new TreeMap<>(kept)));
    // States that an older controller stored have none.
    setSinceStart =
        Objects.requireNonNullElse(setSinceStart, NOT_REPORTED)
            .map(set -> Collections.unmodifiableSortedSet(new TreeSet<>(set)));
  }

  /** The same with further ones. */
  public Settings with(Map<String, String> more) {
    SortedMap<String, String> all = new TreeMap<>(values);
    all.putAll(more);
    return new Settings(all, persisted, setSinceStart);
  }

  public Settings withPersisted(Observed<SortedMap<String, String>> kept) {
    return new Settings(values, kept, setSinceStart);
  }

  public Settings withSetSinceStart(Observed<SortedSet<String>> names) {
    return new Settings(values, persisted, names);
  }

  public static Settings of(Map<String, String> values) {
    return new Settings(
        new TreeMap<>(values),
        Observed.absent("this flavor keeps no settings over a restart"),
        NOT_REPORTED);
  }

  /** The value as printed; absent when this server has no such variable. */
  public Observed<String> text(String name) {
    String value = values.get(name);
    return value == null
        ? Observed.absent("this server has no variable " + name)
        : Observed.known(value);
  }

  /** The value as a whole number; unknown when it is not one. */
  public Observed<Long> number(String name) {
    return text(name)
        .flatMap(value -> {
          try {
            return Observed.known(Long.parseLong(value));
          } catch (NumberFormatException e) {
            return Observed.unknown(name + " is \"" + value + "\", not a whole number");
          }
        });
  }

  /** The value as a switch: ON, 1, YES, TRUE; OFF, 0, NO, FALSE; unknown when it is neither. */
  public Observed<Boolean> flag(String name) {
    return text(name)
        .flatMap(value ->
            switch (value.toUpperCase(Locale.ROOT)) {
              case "ON", "1", "YES", "TRUE" -> Observed.known(true);
              case "OFF", "0", "NO", "FALSE" -> Observed.known(false);
              default -> Observed.unknown(name + " is \"" + value + "\", neither on nor off");
            });
  }
}

package io.tutti.plan;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Named values as text: what a goal asks for, what a step does, what was there before it. Written
 * to the journal and shown to people, so never a secret.
 */
public record Parameters(SortedMap<String, String> values) {
  public static final Parameters NONE = new Parameters(new TreeMap<>());

  public Parameters {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  public static Parameters of(Map<String, String> values) {
    return new Parameters(new TreeMap<>(values));
  }

  public static Parameters of(String name, Object value) {
    return NONE.with(name, value);
  }

  /** These and one more, or that one with another value. */
  public Parameters with(String name, Object value) {
    SortedMap<String, String> changed = new TreeMap<>(values);
    changed.put(name, value.toString());
    return new Parameters(changed);
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * @throws IllegalArgumentException naming the parameter that lacks and those that are there
   */
  public String require(String name) {
    return find(name)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no parameter " + name + "; there are " + values.keySet()));
  }

  public boolean requireBoolean(String name) {
    String value = require(name);
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(name + "=" + value + " is neither true nor false");
    }
    return value.equals("true");
  }

  public long requireLong(String name) {
    try {
      return Long.parseLong(require(name));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + "=" + require(name) + " is not a whole number", e);
    }
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}

package io.tutti.plugins.sql;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Remembers what a text was parsed to the last time: a GTID set of a quiet server is parsed once,
 * not at every poll.
 */
public final class Memory {
  private final Map<String, Parsed> bySlot = new HashMap<>();

  private final Map<String, Derived> derivedBySlot = new HashMap<>();

  private record Parsed(String text, Object value) {}

  private record Derived(Object source, Object value) {}

  /**
   * @param slot what the text is of, such as {@code gtid_executed}; always with the same parser
   */
  public <T> T parsed(String slot, String text, Function<String, T> parser) {
    Parsed before = bySlot.get(slot);
    if (before != null && before.text().equals(text)) {
      @SuppressWarnings("unchecked") // a slot has one parser, so one type
      T same = (T) before.value();
      return same;
    }
    T value = parser.apply(text);
    bySlot.put(slot, new Parsed(text, value));
    return value;
  }

  /**
   * What was made of the very same object before.
   *
   * @param slot what is made of it; always with the same function
   */
  public <S, T> T derived(String slot, S source, Function<S, T> function) {
    Derived before = derivedBySlot.get(slot);
    if (before != null && before.source() == source) {
      @SuppressWarnings("unchecked") // a slot has one function, so one type
      T same = (T) before.value();
      return same;
    }
    T value = function.apply(source);
    derivedBySlot.put(slot, new Derived(source, value));
    return value;
  }
}

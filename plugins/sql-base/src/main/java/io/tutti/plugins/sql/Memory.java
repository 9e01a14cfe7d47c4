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

  private record Parsed(String text, Object value) {}

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
}

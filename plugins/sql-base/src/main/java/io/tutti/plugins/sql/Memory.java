package io.tutti.plugins.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Remembers what a text, or an answer, was made into the last time: a GTID set of a quiet server is
 * parsed once, not at every poll.
 */
public final class Memory {
  private final Map<String, Parsed> bySlot = new HashMap<>();

  private final Map<String, Derived> derivedBySlot = new HashMap<>();

  private record Parsed(String text, Object value) {}

  private record Derived(List<?> sources, Object value) {}

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
   * What was made of the very same objects before. An answer that did not change is the same object
   * as the last time ({@link SqlSession}), and so are the settings.
   *
   * @param slot what is made of them; always by the same supplier, which looks at nothing else
   */
  public <T> T derived(String slot, List<?> sources, Supplier<T> supplier) {
    Derived before = derivedBySlot.get(slot);
    if (before != null && areSame(before.sources(), sources)) {
      @SuppressWarnings("unchecked") // a slot has one supplier, so one type
      T same = (T) before.value();
      return same;
    }
    T value = supplier.get();
    derivedBySlot.put(slot, new Derived(sources, value));
    return value;
  }

  private static boolean areSame(List<?> before, List<?> now) {
    if (before.size() != now.size()) {
      return false;
    }
    for (int i = 0; i < now.size(); i++) {
      if (before.get(i) != now.get(i)) {
        return false;
      }
    }
    return true;
  }
}

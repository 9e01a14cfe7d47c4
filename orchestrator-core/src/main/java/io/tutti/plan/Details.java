package io.tutti.plan;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A record as named texts, for people: what is empty is left out. */
public final class Details {
  /** Whose records are taken apart; those of the model print themselves. */
  private static final List<String> OWN = List.of("io.tutti.operation.", "io.tutti.store.");

  private Details() {}

  public static SortedMap<String, String> of(Record record) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      put(texts, component.getName(), value(record, component));
    }
    return Collections.unmodifiableSortedMap(texts);
  }

  /** The same in one line. */
  public static String text(Record record) {
    return text(of(record));
  }

  static String text(Map<String, String> details) {
    return details.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void put(SortedMap<String, String> texts, String name, @Nullable Object value) {
    switch (value) {
      case Optional<?> optional -> optional.ifPresent(found -> put(texts, name, found));
      case Map<?, ?> map -> map.forEach((key, each) -> put(texts, name + "." + key, each));
      case Collection<?> all when all.isEmpty() -> {}
      case Collection<?> all ->
          texts.put(name, all.stream().map(String::valueOf).collect(Collectors.joining(", ")));
      case Record nested when isOwn(nested) -> nest(texts, name, nested);
      case null -> {}
      default -> texts.put(name, value.toString());
    }
  }

  private static boolean isOwn(Record nested) {
    return OWN.stream().anyMatch(nested.getClass().getName()::startsWith);
  }

  /** What has one component goes by the name of where it is. */
  private static void nest(SortedMap<String, String> texts, String name, Record nested) {
    RecordComponent[] components = nested.getClass().getRecordComponents();
    for (RecordComponent each : components) {
      put(texts, components.length == 1 ? name : name + "." + each.getName(), value(nested, each));
    }
  }

  static @Nullable Object value(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component + " cannot be read", e);
    }
  }
}

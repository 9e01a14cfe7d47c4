package io.tutti.cli.view;

import io.tutti.api.Body;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the contract's bodies as JSON; an empty field is left out. By hand, as records are read
 * ({@link RecordReader}).
 */
final class RecordWriter {
  private RecordWriter() {}

  static Map<String, Object> fields(Body body) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (RecordComponent component : body.getClass().getRecordComponents()) {
      Object field = read(body, component);
      Optional<?> present = field instanceof Optional<?> perhaps ? perhaps : Optional.of(field);
      present.ifPresent(value -> fields.put(component.getName(), plain(value)));
    }
    return fields;
  }

  /** Numbers, words, lists and maps as they are; all else, such as a time, as its text. */
  private static Object plain(Object value) {
    return switch (value) {
      case Number number -> number;
      case Boolean word -> word;
      case Iterable<?> items -> items;
      case Map<?, ?> entries -> entries;
      default -> value.toString();
    };
  }

  private static Object read(Body body, RecordComponent component) {
    try {
      return component.getAccessor().invoke(body);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("%s cannot be read".formatted(component), e);
    }
  }
}

package io.tutti.cli.view;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the contract's records as JSON; an empty field is left out. By hand, as records are read
 * ({@link RecordReader}).
 */
final class RecordWriter {
  private RecordWriter() {}

  static Map<String, Object> fields(Object written) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (RecordComponent component : written.getClass().getRecordComponents()) {
      Object field = read(written, component);
      Optional<?> present = field instanceof Optional<?> perhaps ? perhaps : Optional.of(field);
      present.ifPresent(value -> fields.put(component.getName(), plain(value)));
    }
    return fields;
  }

  /** Numbers, words and maps as they are; all else, such as a time, as its text. */
  private static Object plain(Object value) {
    return switch (value) {
      case Number number -> number;
      case Boolean word -> word;
      case List<?> items -> items.stream().map(RecordWriter::plain).toList();
      case Record inner -> fields(inner);
      case Map<?, ?> entries -> entries;
      default -> value.toString();
    };
  }

  private static Object read(Object written, RecordComponent component) {
    try {
      return component.getAccessor().invoke(written);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("%s cannot be read".formatted(component), e);
    }
  }
}

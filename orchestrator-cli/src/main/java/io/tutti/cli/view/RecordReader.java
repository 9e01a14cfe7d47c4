package io.tutti.cli.view;

import io.tutti.api.Fact;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Reads the contract's records out of JSON, forgivingly: what a record does not know is left out,
 * and what was not sent, or is of another form, is empty or zero, and of an enum its last constant.
 * By hand, because a mapper that learns thirty records costs a third of a command's time.
 */
final class RecordReader {
  private RecordReader() {}

  static <T extends Record> T read(JsonNode node, Class<T> type) {
    return type.cast(ofRecord(node, type));
  }

  private static Object ofRecord(JsonNode node, Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(child(node, components[i].getName()), components[i].getGenericType());
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("%s cannot be made".formatted(type), e);
    }
  }

  private static JsonNode child(JsonNode node, String name) {
    JsonNode child = node.get(name);
    return child == null || child.isNull() ? MissingNode.getInstance() : child;
  }

  private static Object value(JsonNode node, Type type) {
    return type instanceof ParameterizedType generic ? generic(node, generic) : plain(node, type);
  }

  private static Object generic(JsonNode node, ParameterizedType type) {
    Type inner = type.getActualTypeArguments()[type.getActualTypeArguments().length - 1];
    if (type.getRawType() == Optional.class) {
      return node.isMissingNode() ? Optional.empty() : Optional.of(value(node, inner));
    }
    if (type.getRawType() == List.class) {
      List<Object> items = new ArrayList<>();
      node.values().forEach(item -> items.add(value(item, inner)));
      return items;
    }
    if (type.getRawType() == Fact.class) {
      return fact(node, inner);
    }
    Map<String, Object> entries =
        type.getRawType() == Map.class ? new LinkedHashMap<>() : new TreeMap<>();
    node.properties().forEach(entry -> entries.put(entry.getKey(), value(entry.getValue(), inner)));
    return entries;
  }

  private static Fact<Object> fact(JsonNode node, Type inner) {
    JsonNode value = child(node, "value");
    return new Fact<>(
        value.isMissingNode() ? Optional.empty() : Optional.of(value(value, inner)),
        text(child(node, "absent")),
        text(child(node, "unknown")));
  }

  /** Of a field whose type the contract leaves open. */
  private static Object free(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      node.properties().forEach(entry -> fields.put(entry.getKey(), free(entry.getValue())));
      return fields;
    }
    return node.isBoolean() ? (Object) node.asBoolean() : text(node).orElse("");
  }

  private static Object plain(JsonNode node, Type type) {
    if (type == Object.class) {
      return free(node);
    }
    if (type == String.class) {
      return text(node).orElse("");
    }
    if (type == long.class || type == Long.class) {
      return node.isIntegralNumber() ? node.asLong() : 0L;
    }
    if (type == int.class || type == Integer.class) {
      return node.isIntegralNumber()
          ? Math.clamp(node.asLong(), Integer.MIN_VALUE, Integer.MAX_VALUE)
          : 0;
    }
    if (type == double.class || type == Double.class) {
      return node.isNumber() ? node.asDouble() : 0.0;
    }
    if (type == boolean.class || type == Boolean.class) {
      return node.isBoolean() && node.asBoolean();
    }
    if (type == Instant.class) {
      return instant(text(node).orElse(""));
    }
    if (type == Duration.class) {
      return duration(text(node).orElse(""));
    }
    Class<?> known = (Class<?>) type;
    return known.isEnum() ? constant(node, known) : ofRecord(node, known);
  }

  private static Object constant(JsonNode node, Class<?> type) {
    Object[] constants = type.getEnumConstants();
    String name = text(node).orElse("");
    return Arrays.stream(constants)
        .filter(each -> ((Enum<?>) each).name().equals(name))
        .findFirst()
        .orElse(constants[constants.length - 1]);
  }

  private static Optional<String> text(JsonNode node) {
    return node.isValueNode() && !node.isMissingNode()
        ? Optional.of(node.asString())
        : Optional.empty();
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }

  private static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      return Duration.ZERO;
    }
  }
}

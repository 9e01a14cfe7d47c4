package io.tutti.app;

import io.tutti.app.SettingsSources.Written;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes settings records of written values and defaults. */
final class SettingsBinder {
  private final Map<String, Written> written;

  private SettingsBinder(Map<String, Written> written) {
    this.written = written;
  }

  /**
   * @throws OrchestratorException INVALID_CONFIGURATION naming the key, its origin and what was
   *     expected
   */
  static ControllerSettings bind(Map<String, Written> written) {
    ControllerSettings settings =
        new SettingsBinder(written).record(SettingsCatalogue.PREFIX, ControllerSettings.class);
    try {
      settings.discovery().toCore();
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          "tutti.discovery",
          "The settings below tutti.discovery do not fit: " + e.getMessage() + ".",
          List.of("see docs/configuration.md"),
          e);
    }
    return settings;
  }

  private <T> T record(String prefix, Class<T> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      String key = prefix + "." + SettingsCatalogue.kebab(components[i].getName());
      values[i] = component(key, components[i]);
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw invalid(prefix, e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("settings record " + type, e);
    }
  }

  private Object component(String key, RecordComponent component) {
    Type generic = component.getGenericType();
    Class<?> type = SettingType.valueClass(generic);
    if (SettingType.isList(generic)) {
      return list(key, type);
    }
    if (type.isRecord() && type != Secret.class) {
      return record(key, type);
    }
    Optional<Object> value = scalar(key, type, component.getAnnotation(Setting.class).byDefault());
    if (SettingType.isOptional(generic)) {
      return value;
    }
    return value.orElseThrow(() ->
        new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            key,
            "The setting " + key + " is missing.",
            List.of("set it, see docs/configuration.md")));
  }

  private Optional<Object> scalar(String key, Class<?> type, String byDefault) {
    Written value = written.get(key);
    String text = value == null ? byDefault : value.value();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(SettingType.parse(type, text));
    } catch (IllegalArgumentException e) {
      throw invalid(key, e);
    }
  }

  private List<Object> list(String key, Class<?> type) {
    List<Object> elements = new ArrayList<>();
    Written joined = written.get(key);
    if (joined != null) {
      for (String element : SettingsSources.elements(joined.value())) {
        elements.add(SettingType.parse(type, element));
      }
      return List.copyOf(elements);
    }
    for (int i = 0; has(key + "[" + i + "]"); i++) {
      String element = key + "[" + i + "]";
      elements.add(
          type.isRecord() && type != Secret.class
              ? record(element, type)
              : scalar(element, type, "").orElseThrow());
    }
    return List.copyOf(elements);
  }

  private boolean has(String element) {
    return written.keySet().stream()
        .anyMatch(key -> key.equals(element) || key.startsWith(element + "."));
  }

  private OrchestratorException invalid(String key, Throwable cause) {
    Written value = written.get(key);
    String origin = value == null ? "" : " (" + value.origin() + ")";
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        key,
        "The setting " + key + origin + " is not right: " + cause.getMessage() + ".",
        List.of("correct it, see docs/configuration.md"),
        cause);
  }
}

package io.tutti.app;

import io.tutti.spi.knob.NearNames;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** All keys that there are, read from the settings records. */
final class SettingsCatalogue {
  static final String PREFIX = "tutti";

  /** A key this close to an unknown one is offered instead of it. */
  private static final int OFFERED_DISTANCE_MAX = 12;

  /**
   * One key.
   *
   * @param key such as {@code tutti.http.port}; {@code []} marks a list: {@code
   *     tutti.heartbeats[].schema}
   * @param group whether other keys are below it
   */
  record Entry(
      String key,
      Class<?> type,
      boolean list,
      boolean group,
      String description,
      String byDefault) {

    /**
     * The environment variable that sets it, of a map with {@code <CODE>} in it; empty for what
     * only the file and flags can set.
     */
    Optional<String> environmentName() {
      return group || key.contains("[]") || key.contains(HookSettings.ANY)
          ? Optional.empty()
          : Optional.of(key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
    }
  }

  private SettingsCatalogue() {}

  static List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    collect(PREFIX, ControllerSettings.class, entries);
    return entries;
  }

  private static void collect(String prefix, Class<?> settings, List<Entry> into) {
    RecordComponent[] components = settings.getRecordComponents();
    for (int index = 0; index < components.length; index++) {
      RecordComponent component = components[index];
      Setting setting = component.getAnnotation(Setting.class);
      if (setting == null) {
        throw new IllegalStateException(component + " of " + settings + " is not described");
      }
      Class<?> type = valueClass(component.getGenericType());
      boolean list = component.getType() == List.class;
      boolean group = isGroup(type);
      boolean map = component.getType() == Map.class;
      String name = prefix + "." + kebab(component.getName());
      String key = map && !group ? name + ".<option>" : name;
      into.add(new Entry(key, type, list, group, setting.value(), byDefault(settings, index)));
      if (group) {
        collect(list ? key + "[]" : map ? key + "." + any(type) : key, type, into);
      }
    }
  }

  /** What stands for the keys of a map. */
  private static String any(Class<?> type) {
    return type == ControllerSettings.FindingSwitch.class ? FindingSwitches.ANY : HookSettings.ANY;
  }

  /** Of {@code Optional<T>}, {@code List<T>} and {@code Map<String, T>} it is T. */
  private static Class<?> valueClass(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return (Class<?>) arguments[arguments.length - 1];
    }
    return (Class<?>) type;
  }

  /** Whether there are other keys below what is of that type. */
  static boolean isGroup(Class<?> type) {
    return type.isRecord() && type != Secret.class;
  }

  private static String byDefault(Class<?> settings, int component) {
    DefaultValue byDefault =
        settings.getDeclaredConstructors()[0].getParameters()[component].getAnnotation(
            DefaultValue.class);
    return byDefault == null ? "" : String.join(",", byDefault.value());
  }

  /** Whether that only stands for the keys below it. */
  static boolean isGroup(String key) {
    return entries().stream().anyMatch(entry -> entry.group() && entry.key().equals(key));
  }

  /** {@code pollInterval} as {@code poll-interval}. */
  static String kebab(String component) {
    return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** All environment variables that set something. */
  static List<String> environmentNames() {
    return entries().stream().flatMap(entry -> entry.environmentName().stream()).toList();
  }

  /** The known key that is most like the unknown one. */
  static Optional<String> nearest(String unknown) {
    String plain =
        unknown
            .replaceAll("\\[\\d+]", "[]")
            .replaceAll("^(tutti\\.findings)\\.[^.]+\\.", "$1.<code>.")
            .replaceAll("^(tutti\\.(?:hooks|backups|reports))\\.[^.]+\\.", "$1.<name>.");
    return entries().stream()
        .filter(entry -> !entry.group())
        .map(Entry::key)
        .filter(key -> farness(key, plain) <= OFFERED_DISTANCE_MAX)
        .min(Comparator.comparingInt(key -> farness(key, plain)));
  }

  /** What is below a group that was written as if it were a setting is nearest. */
  private static int farness(String key, String unknown) {
    return key.startsWith(unknown + ".") ? 0 : NearNames.distance(key, unknown);
  }
}

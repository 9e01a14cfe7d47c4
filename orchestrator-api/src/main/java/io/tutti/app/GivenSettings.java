package io.tutti.app;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;

/** What somebody has set, for the log: secrets are withheld, and so is what an address may hold. */
final class GivenSettings {
  private static final String WITHHELD = "(withheld)";
  private static final String ADDRESS_END = "url";

  private GivenSettings() {}

  /** {@code tutti.http.port=7400, tutti.target.password=(withheld)}. */
  static String of(MutablePropertySources sources) {
    List<SettingsCatalogue.Entry> entries =
        SettingsCatalogue.entries().stream().filter(entry -> !entry.group()).toList();
    Map<String, String> byVariable =
        entries.stream()
            .filter(entry -> entry.environmentName().isPresent())
            .collect(
                Collectors.toMap(
                    entry -> entry.environmentName().orElseThrow(), SettingsCatalogue.Entry::key));
    SortedMap<String, String> given = new TreeMap<>();
    for (PropertySource<?> source : sources) {
      if (source instanceof EnumerablePropertySource<?> all) {
        for (String name : all.getPropertyNames()) {
          key(name, source, byVariable)
              .ifPresent(key -> given.putIfAbsent(key, shown(key, entries, all.getProperty(name))));
        }
      }
    }
    return given.isEmpty()
        ? "All settings have their defaults."
        : given.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "))
            + "; all others have their defaults.";
  }

  private static Optional<String> key(
      String name, PropertySource<?> source, Map<String, String> byVariable) {
    return SettingsReader.isEnvironment(source)
        ? Optional.ofNullable(byVariable.get(name))
        : Optional.of(name);
  }

  private static String shown(
      String key, List<SettingsCatalogue.Entry> entries, @Nullable Object value) {
    String plain =
        key.replaceAll("\\[\\d+]", "[]")
            .replaceAll(
                "^(tutti\\.(?:hooks|backups|reports))\\.[^.]+\\.", "$1." + HookSettings.ANY + ".");
    boolean isSecret =
        entries.stream()
            .filter(entry -> entry.key().equals(plain.replaceAll("\\[]$", "")))
            .anyMatch(entry -> entry.type() == Secret.class);
    if (isSecret) {
      return WITHHELD;
    }
    String text = String.valueOf(value);
    return plain.endsWith(ADDRESS_END) ? withoutParameters(text) : text;
  }

  /** A password may be a parameter of an address, or in the path of one that is called. */
  private static String withoutParameters(String address) {
    int host = address.indexOf("//");
    int end = host < 0 ? -1 : address.indexOf('/', host + 2);
    boolean isHttp = address.startsWith("http");
    String shown = isHttp && end >= 0 ? address.substring(0, end) : address.split("[?;]", 2)[0];
    int at = shown.indexOf('@');
    return shown.length() == address.length() && at < 0
        ? shown
        : (at >= 0 && host >= 0 ? shown.substring(0, host + 2) + shown.substring(at + 1) : shown)
            + "…";
  }
}

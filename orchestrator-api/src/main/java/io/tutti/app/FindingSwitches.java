package io.tutti.app;

import io.tutti.analysis.FindingKind;
import io.tutti.analysis.FindingSettings;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.spi.knob.NearNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The settings of single findings: {@code tutti.findings.<code>.enabled}. */
final class FindingSwitches {
  static final String PREFIX = SettingsCatalogue.PREFIX + ".findings";

  /** What stands for any code in the catalogue of settings. */
  static final String ANY = "<code>";

  private static final String ENVIRONMENT_PREFIX = "TUTTI_FINDINGS_";

  private FindingSwitches() {}

  /**
   * @param written by code, as it was written: with dashes, or as Spring Boot leaves it of one with
   *     underscores
   */
  static FindingSettings of(Map<String, ControllerSettings.FindingSwitch> written) {
    Map<String, FindingSettings.Switch> byCode = new HashMap<>();
    written.forEach((code, wanted) -> {
      FindingKind kind = find(code).orElseThrow(() -> unknown(code));
      byCode.put(
          kind.name(),
          new FindingSettings.Switch(
              !wanted.enabled(),
              wanted.severity(),
              wanted.threshold().map(text -> FindingThreshold.read(kind, text))));
    });
    return new FindingSettings(byCode);
  }

  private static Optional<FindingKind> find(String code) {
    return FindingKind.all().stream()
        .filter(kind -> letters(kind.name()).equals(letters(code)))
        .findFirst();
  }

  private static String letters(String code) {
    return code.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  private static OrchestratorException unknown(String code) {
    List<String> known = FindingKind.all().stream().map(FindingSwitches::underscored).toList();
    List<String> near = NearNames.of(code, known).stream().map(FindingSwitches::key).toList();
    return refusal(
        PREFIX + "." + code,
        "There is no finding with the code %s.".formatted(code),
        near.isEmpty()
            ? "\"tutti explain\" lists all codes"
            : "write " + String.join(" or ", near));
  }

  private static String underscored(FindingKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  static String key(String code) {
    return PREFIX + "." + code.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static OrchestratorException refusal(String key, String observed, String remedy) {
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        key,
        observed,
        List.of(remedy, "see docs/configuration.md"));
  }

  /**
   * What environment variables set, by key. Spring Boot cannot find these: of an underscore it does
   * not know whether it is one of the code.
   */
  static Map<String, Object> ofEnvironment(Map<String, String> environment) {
    Map<String, Object> values = new LinkedHashMap<>();
    environment.forEach((name, value) -> keyOf(name).ifPresent(key -> values.put(key, value)));
    return values;
  }

  /** The variables that Spring Boot can find. */
  static Map<String, Object> withoutFindings(Map<String, String> environment) {
    Map<String, Object> others = new HashMap<>(environment);
    others.keySet().removeIf(name -> name.startsWith(ENVIRONMENT_PREFIX));
    return Map.copyOf(others);
  }

  /** The key that an environment variable of that name sets. */
  static Optional<String> keyOf(String variable) {
    if (!variable.startsWith(ENVIRONMENT_PREFIX)) {
      return Optional.empty();
    }
    String rest = variable.substring(ENVIRONMENT_PREFIX.length());
    int last = rest.lastIndexOf('_');
    return last < 0
        ? Optional.empty()
        : find(rest.substring(0, last))
            .map(kind -> key(kind.name()) + "." + rest.substring(last + 1).toLowerCase(Locale.ROOT))
            .filter(FindingSwitches::isSetting);
  }

  private static boolean isSetting(String key) {
    String name = key.substring(key.lastIndexOf('.') + 1);
    return Arrays.stream(ControllerSettings.FindingSwitch.class.getRecordComponents())
        .anyMatch(component -> component.getName().equals(name));
  }
}

package io.tutti.app;

import io.tutti.analysis.FindingKind;
import io.tutti.error.OrchestratorException;
import io.tutti.spi.advice.Threshold;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The setting {@code tutti.findings.<code>.threshold}: each code has its own unit and limits. */
final class FindingThreshold {
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,12}(\\.\\d{1,6})?");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(\\.\\d{1,6})?) ?%");

  private FindingThreshold() {}

  /**
   * @throws OrchestratorException INVALID_CONFIGURATION of a code that has none, and of a value
   *     that is not of its unit or outside of its limits
   */
  static double read(FindingKind kind, String written) {
    String key = FindingSwitches.key(kind.name()) + ".threshold";
    Threshold threshold = kind.threshold().orElseThrow(() -> none(kind, key));
    return parse(threshold.unit(), written.strip())
        .filter(threshold::allows)
        .orElseThrow(() ->
            FindingSwitches.refusal(
                key,
                "The threshold of %s cannot be \"%s\".".formatted(kind.name(), written),
                "write %s, from %s to %s; without this setting it is %s"
                    .formatted(
                        threshold.unit().words(),
                        threshold.display(threshold.least()),
                        threshold.display(threshold.most()),
                        threshold.display(threshold.usual()))));
  }

  private static OrchestratorException none(FindingKind kind, String key) {
    return FindingSwitches.refusal(
        key,
        "The rule of %s has no threshold.".formatted(kind.name()),
        "leave it out; a threshold have: "
            + FindingKind.all().stream()
                .filter(each -> each.threshold().isPresent())
                .map(FindingKind::name)
                .collect(Collectors.joining(", ")));
  }

  private static Optional<Double> parse(Threshold.Unit unit, String text) {
    return switch (unit) {
      case DURATION -> seconds(text);
      case PERCENT ->
          Optional.of(PERCENT.matcher(text))
              .filter(Matcher::matches)
              .map(found -> Double.valueOf(found.group(1)));
      case COUNT, RATIO ->
          NUMBER.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
    };
  }

  private static Optional<Double> seconds(String text) {
    try {
      return Optional.of(SettingValues.duration(text).toMillis() / 1000.0);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}

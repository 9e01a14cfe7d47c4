package io.tutti.analysis;

import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.Threshold;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the settings say of findings.
 *
 * @param byCode what differs from the usual, by the name of the code
 */
public record FindingSettings(Map<String, Switch> byCode) {
  /** Nothing differs from the usual. */
  public static final FindingSettings USUAL = new FindingSettings(Map.of());

  /**
   * What differs for one code.
   *
   * @param off whether there is no such rule
   * @param severity in place of its own
   * @param threshold in place of its own, where the rule has one ({@link FindingKind#threshold})
   */
  public record Switch(boolean off, Optional<Severity> severity, Optional<Double> threshold) {
    static final Switch USUAL = new Switch(false, Optional.empty(), Optional.empty());
  }

  public FindingSettings {
    byCode = Map.copyOf(byCode);
  }

  private Switch of(FindingKind kind) {
    return byCode.getOrDefault(kind.name(), Switch.USUAL);
  }

  /** Whether nothing of that code is to be found. */
  boolean isOff(FindingKind kind) {
    return of(kind).off();
  }

  /** How much a finding of that code matters. */
  Severity severity(FindingKind kind) {
    return of(kind).severity().orElse(kind.severity());
  }

  /** From what on a rule of core hits that has a threshold. */
  double threshold(FindingCode code) {
    return of(code).threshold().or(() -> code.threshold().map(Threshold::usual)).orElseThrow();
  }

  /** The same of one that is a duration. */
  Duration duration(FindingCode code) {
    return Duration.ofMillis(Math.round(threshold(code) * 1000));
  }

  /** Of the rules of plugins: what differs from the usual. */
  Map<AdviceCode, Double> ofAdvice() {
    Map<AdviceCode, Double> differing = new EnumMap<>(AdviceCode.class);
    for (AdviceCode code : AdviceCode.values()) {
      of(new Advised(code)).threshold().ifPresent(value -> differing.put(code, value));
    }
    return differing;
  }
}

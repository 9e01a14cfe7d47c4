package io.tutti.analysis;

import java.time.Duration;
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
   * @param threshold in place of its own, where the rule has one
   */
  public record Switch(boolean off, Optional<Severity> severity, Optional<Duration> threshold) {
    static final Switch USUAL = new Switch(false, Optional.empty(), Optional.empty());
  }

  /** Of each rule that has a threshold: the usual one. */
  private static final Map<FindingKind, Duration> THRESHOLDS =
      Map.of(FindingCode.REPLICA_LAGGING, ChannelRules.LAG_MAX);

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

  /** From what on a rule hits; empty where it has no threshold. */
  public static Optional<Duration> usualThreshold(FindingKind kind) {
    return Optional.ofNullable(THRESHOLDS.get(kind));
  }

  Duration lagMax() {
    return of(FindingCode.REPLICA_LAGGING).threshold().orElse(ChannelRules.LAG_MAX);
  }
}

package io.tutti.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an operation measured of a replica.
 *
 * @param id of the operation
 * @param mode {@code RUN} where the best was searched for and kept, {@code BENCH} where a grid was
 *     measured
 * @param amount how much work each try was; absent before the first one has ended
 * @param original what the replica had before, by knob
 * @param kept what it was left with on purpose; absent where it got back what it had
 */
public record TuningView(
    String id,
    String instance,
    String mode,
    Instant begunAt,
    Optional<Long> amount,
    Map<String, String> original,
    List<TrialView> trials,
    Optional<TriedSettingsView> kept) {

  /**
   * Settings.
   *
   * @param scheme how workers share the work
   * @param name for people
   */
  public record TriedSettingsView(
      String name, String scheme, int workers, Map<String, String> settings) {}

  /**
   * What was measured of some settings.
   *
   * @param applied so many transactions, or rows where the server counts no transactions
   * @param counts {@code transactions} or {@code rows}
   * @param speedup over the first try
   * @param retries transactions that were done again meanwhile
   * @param waits what workers did meanwhile, the most frequent first
   */
  public record TrialView(
      int number,
      TriedSettingsView candidate,
      Instant at,
      long applied,
      String counts,
      Duration took,
      double perSecond,
      double speedup,
      long retries,
      List<String> waits) {}
}

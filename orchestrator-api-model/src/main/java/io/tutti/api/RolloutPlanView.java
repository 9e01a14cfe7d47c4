package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Whom a rollout would reach.
 *
 * @param beginsAt when it may begin, an approval aside
 * @param closesAt when its window closes then
 * @param approval when a person is asked: none, first or each
 * @param leftOut who is selected and gets nothing
 */
public record RolloutPlanView(
    String name,
    Optional<Instant> beginsAt,
    Optional<Instant> closesAt,
    String approval,
    List<RolloutWaveView> waves,
    List<LeftOutView> leftOut) {

  /**
   * @param reason such as FENCED
   * @param sentence with the server's name
   */
  public record LeftOutView(String instance, String reason, String sentence) {}
}

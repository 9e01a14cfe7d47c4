package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A rollout, and how far it is.
 *
 * @param state such as RUNNING
 * @param atEnd whether nothing more happens
 * @param why a sentence on its state, such as what it waits for
 * @param by who asked for it
 * @param wakeAt when there is something to do next, if nothing happens before
 * @param leftOut who was selected and gets nothing
 * @param decisions every one that was made, the oldest first
 * @param file as it was written
 */
public record RolloutView(
    String id,
    String name,
    String state,
    boolean atEnd,
    String why,
    String by,
    Instant createdAt,
    Optional<Instant> wakeAt,
    List<RolloutWaveView> waves,
    List<RolloutPlanView.LeftOutView> leftOut,
    List<DecisionView> decisions,
    String file) {

  /**
   * @param wave which one; absent when it is about the rollout
   * @param sentence with its numbers
   */
  public record DecisionView(
      Instant at, Optional<Integer> wave, Optional<String> instance, String sentence) {}
}

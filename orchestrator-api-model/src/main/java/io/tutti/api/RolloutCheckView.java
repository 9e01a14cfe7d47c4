package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * What would be done by a rollout file.
 *
 * @param mistakes all that is wrong with it, in the order of its lines
 * @param plan where nothing is
 */
public record RolloutCheckView(List<MistakeView> mistakes, Optional<RolloutPlanView> plan) {

  /**
   * @param line of the file, from 1
   * @param key such as {@code targets.clusters}
   */
  public record MistakeView(
      int line, Optional<String> key, String sentence, Optional<String> remedy) {}
}

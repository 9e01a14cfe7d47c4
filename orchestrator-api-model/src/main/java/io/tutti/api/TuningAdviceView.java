package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * What other settings would give a replica, by what its source wrote. Nothing was tried.
 *
 * @param transactions so many were looked at
 * @param present what it has now
 * @param predictions one of each way in which its workers can share the work, the best first
 * @param steps what to set, in the order in which it helps; none where all should stay as it is
 * @param options what would help too, at a price that only a person can want to pay
 * @param confidence {@code HIGH}, {@code MEDIUM}: which setting is better can be trusted, seconds
 *     cannot; or {@code LOW}
 * @param reasons what it is not sure of
 */
public record TuningAdviceView(
    String instance,
    String source,
    int transactions,
    String present,
    List<PredictedView> predictions,
    List<AdvisedStepView> steps,
    List<String> options,
    String confidence,
    List<String> reasons) {

  /**
   * What is predicted.
   *
   * @param workers the fewest that are nearly the best
   * @param gain how many times faster than now
   */
  public record PredictedView(
      String scheme, int workers, double seconds, double gain, String limit) {}

  /**
   * What to set on a server.
   *
   * @param gain how many times faster the replica applies then; absent where that is not known
   * @param price what it costs, for a source how much longer its commits take
   */
  public record AdvisedStepView(
      String instance,
      List<AdvisedSettingView> settings,
      Optional<Double> gain,
      String reason,
      String price) {}

  /**
   * A setting.
   *
   * @param now absent where it could not be read
   */
  public record AdvisedSettingView(String name, Optional<String> now, String advised) {}
}

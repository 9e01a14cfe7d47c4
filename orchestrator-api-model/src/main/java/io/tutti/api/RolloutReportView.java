package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a rollout did, and what its servers showed before and after.
 *
 * @param state such as KEPT
 * @param summary what came of it, in sentences
 * @param by who asked for it
 * @param at when this was reported
 * @param leftOut who was selected and got nothing
 * @param decisions every one that was made, the oldest first
 * @param file as it was written
 */
public record RolloutReportView(
    String id,
    String name,
    String state,
    List<String> summary,
    String by,
    Instant createdAt,
    Instant at,
    List<ReportedWaveView> waves,
    List<RolloutPlanView.LeftOutView> leftOut,
    List<RolloutView.DecisionView> decisions,
    String file) {

  /**
   * @param state such as UNDONE
   * @param sentences what was decided of it and why, with the numbers
   */
  public record ReportedWaveView(
      int number,
      String state,
      Optional<Instant> beganAt,
      List<String> sentences,
      List<ReportedReplicaView> replicas) {}

  /**
   * @param state such as KEPT
   * @param why a sentence on its state
   * @param settings such as {@code slave_parallel_workers=8}
   * @param because why it gets them, where they were advised or found; empty where the file says
   *     them
   * @param control the untouched replica beside it
   * @param changed the operation that changed it
   * @param undone the operation that undid that
   * @param measures what was read of it; empty when nothing was
   * @param notShown a sentence for each measure that it does not show
   */
  public record ReportedReplicaView(
      String instance,
      String cluster,
      String flavor,
      String state,
      Optional<String> why,
      List<String> settings,
      List<String> because,
      Optional<String> control,
      Optional<ReportedChangeView> changed,
      Optional<ReportedChangeView> undone,
      List<MeasureView> measures,
      List<String> notShown) {}

  /**
   * @param began absent when the operation is not kept any more
   * @param ended now, while it is under way
   */
  public record ReportedChangeView(
      String operation, Optional<Instant> began, Optional<Instant> ended) {}

  /**
   * @param name such as "lag"
   * @param unit such as "s"
   * @param control of the untouched replica beside it
   */
  public record MeasureView(
      String name, String unit, CourseView own, Optional<CourseView> control) {}

  /**
   * One number over time.
   *
   * @param before its average until the change; absent when it was not read
   * @param after its average since the change, until it was undone
   * @param from when the first point was
   * @param seconds of each point, from the first one
   * @param values of each point
   */
  public record CourseView(
      Optional<Double> before,
      Optional<Double> after,
      Optional<Instant> from,
      List<Double> seconds,
      List<Double> values) {}
}

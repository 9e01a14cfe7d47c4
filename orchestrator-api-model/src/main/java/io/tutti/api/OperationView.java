package io.tutti.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operation.
 *
 * @param state one of PLANNED, RUNNING, VERIFYING, UNDOING, SUCCEEDED, UNDONE, FAILED, STUCK
 * @param reason why it is in that state: a code, and a sentence
 * @param trouble why it is or was undone
 * @param percent how much of the way is behind it
 * @param lastEvent the number of its last event
 * @param notes what people saw before it, and what they could do then
 */
public record OperationView(
    String id,
    String kind,
    String target,
    String cluster,
    String state,
    boolean atRest,
    String reason,
    String why,
    List<RemedyView> remedies,
    Optional<String> trouble,
    String actor,
    Optional<String> cancelledBy,
    Instant requestedAt,
    Instant changedAt,
    int percent,
    long lastEvent,
    Map<String, String> parameters,
    List<RemedyView> notes,
    List<StepView> steps) {

  /**
   * A step of a plan; {@code state} and {@code before} only once it is carried out.
   *
   * @param stage steps that follow each other with the same one are done at the same time
   */
  public record StepView(
      String kind,
      String instance,
      String description,
      List<String> statements,
      Optional<String> stage,
      Optional<String> state,
      Map<String, String> before) {}

  /** Something that stands still meanwhile. */
  public record StopView(String instance, String what, Duration expected) {}

  /**
   * What an operation would do.
   *
   * @param notes what people should see before they agree, and what they can do then
   */
  public record PlanView(
      String kind,
      String target,
      String cluster,
      List<String> instances,
      List<StepView> steps,
      List<StopView> stops,
      List<RemedyView> notes) {}

  /** Something that happened in an operation. */
  public record EventView(
      long sequence,
      Instant at,
      String state,
      boolean atRest,
      Optional<String> step,
      Optional<String> stepState,
      String message,
      int percent) {}
}

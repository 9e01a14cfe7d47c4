package io.tutti.rest;

import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Why;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * An operation.
 *
 * @param state one of PLANNED, RUNNING, VERIFYING, UNDOING, SUCCEEDED, UNDONE, FAILED, STUCK
 * @param reason why it is in that state: a code, and a sentence
 * @param trouble why it is or was undone
 * @param percent how much of the way is behind it
 * @param lastEvent the number of its last event
 * @param notes what people saw before it
 */
record OperationView(
    String id,
    String kind,
    String target,
    String cluster,
    String state,
    boolean atRest,
    String reason,
    String why,
    List<String> remedies,
    Optional<String> trouble,
    String actor,
    Optional<String> cancelledBy,
    Instant requestedAt,
    Instant changedAt,
    int percent,
    long lastEvent,
    Map<String, String> parameters,
    List<String> notes,
    List<StepView> steps) {

  /**
   * A step of a plan; {@code state} and {@code before} only once it is carried out.
   *
   * @param stage steps that follow each other with the same one are done at the same time
   */
  record StepView(
      String kind,
      String instance,
      String description,
      List<String> statements,
      Optional<String> stage,
      Optional<String> state,
      Map<String, String> before) {
    static StepView of(PlannedStep step) {
      return new StepView(
          step.kind(),
          step.target().toString(),
          step.describe(),
          step.statements(),
          Optional.of(step.stage()).filter(stage -> !stage.isEmpty()),
          Optional.empty(),
          Map.of());
    }
  }

  /** Something that stands still meanwhile. */
  record StopView(String instance, String what, Duration expected) {}

  /**
   * What an operation would do.
   *
   * @param notes what people should see before they agree
   */
  record PlanView(
      String kind,
      String target,
      String cluster,
      List<String> instances,
      List<StepView> steps,
      List<StopView> stops,
      List<String> notes) {
    static PlanView of(Plan plan) {
      return new PlanView(
          plan.goal().kind(),
          plan.goal().target(),
          plan.scope().cluster(),
          plan.scope().instances().stream().map(Object::toString).toList(),
          plan.steps().stream().map(StepView::of).toList(),
          plan.stops().stream()
              .map(stop -> new StopView(stop.instance().toString(), stop.what(), stop.expected()))
              .toList(),
          plan.notes());
    }
  }

  /** Something that happened in an operation. */
  record EventView(
      long sequence,
      Instant at,
      String state,
      boolean atRest,
      Optional<String> step,
      Optional<String> stepState,
      String message,
      int percent) {
    static EventView of(OperationEvent event) {
      return new EventView(
          event.sequence(),
          event.at(),
          event.state().name(),
          event.state().isAtRest(),
          event.step().map(OperationEvent.AboutStep::description),
          event.step().map(step -> step.state().name()),
          event.message(),
          event.percent());
    }
  }

  static OperationView of(Operation operation) {
    Plan plan = operation.plan();
    return new OperationView(
        operation.id().value(),
        plan.goal().kind(),
        plan.goal().target(),
        plan.scope().cluster(),
        operation.state().name(),
        operation.state().isAtRest(),
        operation.why().reason().name(),
        operation.why().sentence(),
        operation.why().remedies(),
        operation.trouble().map(Why::sentence),
        operation.request().actor(),
        operation.cancelledBy(),
        operation.request().at(),
        operation.changedAt(),
        operation.percent(),
        operation.sequence(),
        plan.goal().parameters().values(),
        plan.notes(),
        IntStream.range(0, plan.steps().size()).mapToObj(index -> step(operation, index)).toList());
  }

  private static StepView step(Operation operation, int index) {
    StepView planned = StepView.of(operation.plan().steps().get(index));
    var progress = operation.steps().get(index);
    return new StepView(
        planned.kind(),
        planned.instance(),
        planned.description(),
        planned.statements(),
        planned.stage(),
        Optional.of(progress.state().name()),
        progress.before().<Map<String, String>>map(before -> before.values()).orElse(Map.of()));
  }
}

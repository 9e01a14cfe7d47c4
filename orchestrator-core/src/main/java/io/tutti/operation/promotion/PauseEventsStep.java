package io.tutti.operation.promotion;

import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Keeps the events of the scheduler off, over restarts, too, on a source that is about to be shut:
 * one of an all-mighty definer would write to it nevertheless. One that runs goes on, as what a
 * client has begun. Nothing of it is in its binlog. Undo lets those run that ran.
 */
final class PauseEventsStep implements Step<PauseEventsStep.Before> {
  static final String KIND = "switchover.pause-events";

  /**
   * What was there.
   *
   * @param enabled the events that ran
   */
  record Before(List<EventName> enabled) {
    Before {
      enabled = Objects.requireNonNullElse(enabled, List.<EventName>of());
    }
  }

  private final PromotionEnvironment environment;
  private final InstanceAddress target;

  PauseEventsStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
  }

  private EventsOfServer open(StepContext context) {
    return EventsOfServer.open(environment, target, context);
  }

  @Override
  public void precondition(StepContext context) {
    // It is taken at any time.
  }

  @Override
  public Before before(StepContext context) {
    try (EventsOfServer events = open(context)) {
      return new Before(events.enabled());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (EventsOfServer events = open(context)) {
      List<EventName> enabled = events.enabled();
      enabled.forEach(events::keepOff);
      return enabled.isEmpty()
          ? StepOutcome.alreadyDone("None was enabled.")
          : StepOutcome.done("They are off there, also after a restart: %s.".formatted(enabled));
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (EventsOfServer events = open(context)) {
      return Verdict.of(
          events.enabled().isEmpty(),
          "These are enabled on %s: %s.".formatted(target, events.enabled()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (EventsOfServer events = open(context)) {
      List<EventName> off = new ArrayList<>(before.enabled());
      off.removeAll(events.enabled());
      off.forEach(events::letRunAgain);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (EventsOfServer events = open(context)) {
      return Verdict.of(
          events.enabled().containsAll(before.enabled()),
          "These are enabled on %s: %s.".formatted(target, events.enabled()));
    }
  }
}

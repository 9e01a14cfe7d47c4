package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;

/**
 * Lets no event of the scheduler of a source begin that is about to be shut. One that runs goes on,
 * as what a client has begun. Undo lets the scheduler run as it did.
 */
final class PauseEventsStep implements Step<PauseEventsStep.Before> {
  static final String KIND = "switchover.pause-events";

  /**
   * What was there.
   *
   * @param ran whether the scheduler did
   */
  record Before(boolean ran) {}

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
      return new Before(events.isScheduling());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (EventsOfServer events = open(context)) {
      if (!events.isScheduling()) {
        return StepOutcome.alreadyDone("Its scheduler did not run.");
      }
      events.schedule(false);
      return StepOutcome.done("Its scheduler does not run.");
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return scheduling(context, false);
  }

  @Override
  public void undo(StepContext context, Before before) {
    if (before.ran()) {
      try (EventsOfServer events = open(context)) {
        events.schedule(true);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return scheduling(context, before.ran());
  }

  private Verdict scheduling(StepContext context, boolean wanted) {
    try (EventsOfServer events = open(context)) {
      boolean runs = events.isScheduling();
      return Verdict.of(
          runs == wanted,
          "The scheduler of %s %s.".formatted(target, runs ? "runs" : "does not run"));
    }
  }
}

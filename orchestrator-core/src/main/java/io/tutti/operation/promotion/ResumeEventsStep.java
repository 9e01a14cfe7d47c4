package io.tutti.operation.promotion;

import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ScheduledEvent;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.util.List;

/**
 * Lets the scheduler of an old source run again, once it has learned by replication that its events
 * run elsewhere. Never while one is enabled there: it would run twice. Then it is left off, and
 * reported.
 */
final class ResumeEventsStep extends OptionalStep<Nothing> {
  static final String KIND = "switchover.resume-events";

  /**
   * What it does.
   *
   * @param events which it is to keep off by then
   */
  record Work(List<EventName> events) {}

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final Work work;

  ResumeEventsStep(PromotionEnvironment environment, PlannedStep planned) {
    super(environment.channels().pauses());
    this.environment = environment;
    this.target = planned.target();
    this.work = planned.work(Work.class);
  }

  private EventsOfServer open(StepContext context) {
    return EventsOfServer.open(environment, target, context);
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  protected StepOutcome attempt(StepContext context, Nothing before) {
    try (EventsOfServer events = open(context)) {
      List<EventName> enabled =
          events.read().that(ScheduledEvent.Status.ENABLED).stream()
              .map(ScheduledEvent::name)
              .toList();
      if (enabled.isEmpty()) {
        events.schedule(true);
        return StepOutcome.done("Its scheduler runs; it keeps them off.");
      }
      String why = "%s would run there, too.".formatted(enabled);
      throw work.events().containsAll(enabled)
          ? StepFailure.passing(why)
          : StepFailure.fatal(why, List.of("disable them, and let the scheduler run"));
    }
  }

  @Override
  protected String left(StepContext context, Nothing before, String why) {
    return "The scheduler of %s stays off: %s".formatted(target, why);
  }

  @Override
  protected Verdict shown(StepContext context, Nothing before) {
    try (EventsOfServer events = open(context)) {
      return Verdict.of(
          events.isScheduling(), "The scheduler of %s does not run.".formatted(target));
    }
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    try (EventsOfServer events = open(context)) {
      events.schedule(false);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    try (EventsOfServer events = open(context)) {
      return Verdict.of(!events.isScheduling(), "The scheduler of %s runs.".formatted(target));
    }
  }
}

package io.tutti.operation.promotion;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Tries;
import io.tutti.operation.Verdict;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.EventName;
import io.tutti.spi.ScheduledEvent;
import java.util.List;

/**
 * Lets the scheduler of an old source run again, once it has learned by replication that its events
 * run elsewhere. Never while one is enabled there: it would run twice. Then it is left off, and
 * reported.
 */
final class ResumeEventsStep implements Step<Nothing> {
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
  private final Tries tries;

  /** Whether this run of the step has done what can be done about it. */
  private boolean wasTried;

  ResumeEventsStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.work = planned.work(Work.class);
    this.tries = new Tries(environment.channels().pauses());
  }

  private EventsOfServer open(StepContext context) {
    return EventsOfServer.open(environment, target, context);
  }

  @Override
  public void precondition(StepContext context) {
    // Whether it can is seen when it is tried.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    StepOutcome outcome = tried(context);
    wasTried = true;
    return outcome;
  }

  private StepOutcome tried(StepContext context) {
    try {
      return tries.persistently(context, () -> resume(context));
    } catch (StepFailure | OrchestratorException e) {
      return StepOutcome.alreadyDone(
          "The scheduler of %s stays off: %s".formatted(target, Tries.said(e)));
    }
  }

  private StepOutcome resume(StepContext context) {
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
  public Verdict verify(StepContext context, Nothing before) {
    if (wasTried || context.wasDone()) {
      return Verdict.holds();
    }
    try (EventsOfServer events = open(context)) {
      return Verdict.of(
          events.isScheduling(), "The scheduler of %s does not run.".formatted(target));
    } catch (StepFailure | OrchestratorException e) {
      return Verdict.lacks(Tries.said(e));
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

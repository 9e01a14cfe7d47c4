package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Tries;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.EventName;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets events run on a new source that ran on the old one. Clients are served by then, so what
 * cannot be let run ends nothing: it is left as it is, and reported. It is in the binlog of the new
 * source that they run there, so that is not undone.
 */
final class StartEventsStep implements Step<StartEventsStep.Before> {
  static final String KIND = "switchover.start-events";

  /**
   * What it does.
   *
   * @param schedules whether the scheduler itself is let run, too
   */
  record Work(List<EventName> events, boolean schedules) {}

  /**
   * What was there.
   *
   * @param enabled those that ran already, or would have
   */
  record Before(List<EventName> enabled) {}

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final Work work;
  private final Tries tries;

  /** Whether this run of the step has done what can be done about it. */
  private boolean wasTried;

  StartEventsStep(PromotionEnvironment environment, PlannedStep planned) {
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
  public Before before(StepContext context) {
    try {
      return tries.persistently(
          context,
          () -> {
            try (EventsOfServer events = open(context)) {
              return new Before(events.enabled(work.events()));
            }
          });
    } catch (StepFailure | OrchestratorException e) {
      Tries.said(e);
      return new Before(List.of());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    StepOutcome outcome = tried(context);
    wasTried = true;
    return outcome;
  }

  private StepOutcome tried(StepContext context) {
    try {
      return tries.persistently(
          context,
          () -> {
            List<String> failures = start(context);
            if (!failures.isEmpty()) {
              throw StepFailure.passing(String.join(" ", failures));
            }
            return StepOutcome.done("They run on %s.".formatted(target));
          });
    } catch (StepFailure | OrchestratorException e) {
      return StepOutcome.alreadyDone(
          "Not all of them run on %s: %s".formatted(target, Tries.said(e)));
    }
  }

  /** Why some do not run: one that cannot keeps no other one off. */
  private List<String> start(StepContext context) {
    List<String> failures = new ArrayList<>();
    try (EventsOfServer events = open(context)) {
      List<EventName> missing = new ArrayList<>(work.events());
      missing.removeAll(events.enabled(work.events()));
      for (EventName event : missing) {
        tryTo(() -> events.enable(event), failures);
      }
      if (work.schedules() && !events.isScheduling()) {
        tryTo(() -> events.schedule(true), failures);
      }
      missing.removeAll(events.enabled(work.events()));
      missing.forEach(event -> failures.add("%s is not enabled.".formatted(event)));
    }
    return failures;
  }

  private static void tryTo(Runnable change, List<String> failures) {
    try {
      change.run();
    } catch (OrchestratorException e) {
      failures.add(e.observed());
    }
  }

  /** Whoever disables one of them later has a reason. */
  @Override
  public Verdict verify(StepContext context, Before before) {
    if (wasTried || context.wasDone()) {
      return Verdict.holds();
    }
    try (EventsOfServer events = open(context)) {
      return Verdict.of(
          events.enabled(work.events()).containsAll(work.events())
              && (!work.schedules() || events.isScheduling()),
          "Not all of them run on %s.".formatted(target));
    } catch (StepFailure | OrchestratorException e) {
      return Verdict.lacks(Tries.said(e));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    throw StepFailure.fatal(
        "It is in the binlog of %s that events run there.".formatted(target),
        Remedies.of("leave it so: it is the source now").or(Acts.showInstance(target)));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (EventsOfServer events = open(context)) {
      List<EventName> now = new ArrayList<>(events.enabled(work.events()));
      now.removeAll(before.enabled());
      return Verdict.of(now.isEmpty(), "On %s %s are enabled.".formatted(target, now));
    }
  }
}

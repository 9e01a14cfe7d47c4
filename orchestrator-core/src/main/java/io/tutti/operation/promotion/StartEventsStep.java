package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvents;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.StoppedActing;
import io.tutti.operation.Tries;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lets events run on a new source that ran on the old one. Clients are served by then, so what
 * cannot be let run ends nothing: it is left as it is, and reported. It is in the binlog of the new
 * source that they run there, so that is not undone.
 */
final class StartEventsStep extends OptionalStep<StartEventsStep.Before> {
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

  StartEventsStep(PromotionEnvironment environment, PlannedStep planned) {
    super(environment.channels().pauses());
    this.environment = environment;
    this.target = planned.target();
    this.work = planned.work(Work.class);
  }

  /**
   * @param events which are to run there
   * @param starting what lets the scheduler itself run, where it is not known to
   */
  static PlannedStep planned(
      InstanceAddress target, List<ScheduledEvent> events, Optional<String> starting) {
    List<EventName> names = events.stream().map(ScheduledEvent::name).toList();
    return PlannedStep.of(
            KIND,
            target,
            "events",
            new Work(names, starting.isPresent()),
            "let %s run on %s"
                .formatted(
                    names.size() == 1
                        ? "event " + names.getFirst()
                        : "%d events".formatted(names.size()),
                    target))
        .withStatements(
            Stream.concat(events.stream().map(ScheduledEvent::enabling), starting.stream())
                .toArray(String[]::new))
        .affecting();
  }

  /** What else begins to run there with the scheduler. */
  static Optional<String> others(InstanceAddress target, ScheduledEvents there) {
    List<ScheduledEvent> enabled = there.that(ScheduledEvent.Status.ENABLED);
    return there.scheduler().isEmpty() || enabled.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "With the scheduler of %s these begin to run there, too: %s."
                .formatted(target, ScheduledEvent.spoken(enabled)));
  }

  private EventsOfServer open(StepContext context) {
    return EventsOfServer.open(environment, target, context);
  }

  @Override
  public Before before(StepContext context) {
    try {
      return tries()
          .persistently(
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
  protected StepOutcome attempt(StepContext context, Before before) {
    List<String> failures = start(context);
    if (!failures.isEmpty()) {
      throw StepFailure.passing(String.join(" ", failures));
    }
    return StepOutcome.done("They run on %s.".formatted(target));
  }

  @Override
  protected String left(StepContext context, Before before, String why) {
    return "Not all of them run on %s: %s".formatted(target, why);
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
        tryTo(events::schedule, failures);
      }
      missing.removeAll(events.enabled(work.events()));
      missing.forEach(event -> failures.add("%s is not enabled.".formatted(event)));
    }
    return failures;
  }

  private static void tryTo(Runnable change, List<String> failures) {
    try {
      change.run();
    } catch (StoppedActing e) {
      throw e;
    } catch (RuntimeException e) {
      failures.add(Tries.said(e));
    }
  }

  @Override
  protected Verdict shown(StepContext context, Before before) {
    try (EventsOfServer events = open(context)) {
      return Verdict.of(
          events.enabled(work.events()).containsAll(work.events())
              && (!work.schedules() || events.isScheduling()),
          "Not all of them run on %s.".formatted(target));
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

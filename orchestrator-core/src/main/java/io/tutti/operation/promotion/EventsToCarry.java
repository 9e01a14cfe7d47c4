package io.tutti.operation.promotion;

import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import io.tutti.plan.Effect;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.EventControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which events of the scheduler go over to the new source: those that run on the old one. Pure. It
 * is written to the binlog of the new one that they run there, and replicas, the old source among
 * them, keep off what comes by replication.
 *
 * <ol>
 *   <li>Before the old source is shut, its scheduler is stopped: an event of an all-mighty definer
 *       would write to it nevertheless, and one that runs once would be dropped.
 *   <li>Once the roles are changed, they are let run on the new one.
 *   <li>When the old one has come to know that, its scheduler runs again.
 * </ol>
 *
 * @param said how both are spoken to
 */
record EventsToCarry(Of old, Of next, EventControl said) {

  /** The events of one of both. */
  record Of(InstanceAddress address, ScheduledEvents events) {
    boolean isScheduling() {
      return events.running() == Scheduler.ON;
    }
  }

  private List<ScheduledEvent> running() {
    return old.events().thatRun();
  }

  /** Why one that runs does not go over; empty where it does. */
  private Optional<String> hindrance(ScheduledEvent event) {
    return next.events()
        .find(event.name())
        .map(ScheduledEvent::hindrance)
        .orElseGet(() -> Optional.of(next.address() + " does not have it"));
  }

  List<EventName> names() {
    return running().stream()
        .filter(event -> hindrance(event).isEmpty())
        .map(ScheduledEvent::name)
        .toList();
  }

  private List<ScheduledEvent> left() {
    return running().stream().filter(event -> hindrance(event).isPresent()).toList();
  }

  /** What keeps the whole from being done. */
  Optional<String> obstacle() {
    return names().isEmpty() || next.events().running() != Scheduler.DISABLED
        ? Optional.empty()
        : Optional.of(
            "events of its scheduler are to run on %s, and its option file disables the scheduler there"
                .formatted(next.address()));
  }

  /** Before the old source is shut. */
  List<PlannedStep> before() {
    if (names().isEmpty()) {
      return List.of();
    }
    return List.of(
        PlannedStep.of(
                PauseEventsStep.KIND,
                old.address(),
                "events",
                Nothing.NOTHING,
                "let no event of the scheduler of %s begin".formatted(old.address()))
            .withStatements(said.statement(false))
            .affecting(
                Effect.of(Effect.Kind.EVENTS_PAUSE, old.address(), "", Effect.Lasts.OPERATION)));
  }

  /** Once the roles are changed: first what is waited for. */
  Optional<PlannedStep> start() {
    if (names().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        StartEventsStep.planned(
            next.address(),
            names().stream().flatMap(name -> next.events().find(name).stream()).toList(),
            next.isScheduling() ? Optional.empty() : Optional.of(said.statement(true))));
  }

  Optional<PlannedStep> resume() {
    return names().isEmpty()
        ? Optional.empty()
        : Optional.of(
            PlannedStep.of(
                    ResumeEventsStep.KIND,
                    old.address(),
                    "events",
                    new ResumeEventsStep.Work(names()),
                    "let the scheduler of %s run again, once it keeps these events off"
                        .formatted(old.address()))
                .withStatements(said.statement(true))
                .affecting());
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!old.isScheduling()) {
      notes.add(
          "No event goes over: the scheduler of %s does not run, so none runs there."
              .formatted(old.address()));
    } else if (running().isEmpty()) {
      notes.add("No event goes over: none runs on %s.".formatted(old.address()));
    }
    left()
        .forEach(event ->
            notes.add(
                "Event %s does not go over: %s. The scheduler of %s stays off as long as it is enabled there."
                    .formatted(event.name(), hindrance(event).orElseThrow(), old.address())));
    if (!names().isEmpty()) {
      StartEventsStep.others(next.address(), next.events()).ifPresent(notes::add);
    }
    return notes;
  }
}

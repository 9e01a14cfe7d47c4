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
 *   <li>Before the old source is shut, they are kept off there, over its restarts, too: one of an
 *       all-mighty definer would write to it nevertheless, and break its replication.
 *   <li>Once the roles are changed, they are let run on the new one.
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

  List<ScheduledEvent> running() {
    return old.events().thatRun();
  }

  /** Why one that runs does not go over; empty where it does. */
  Optional<String> hindrance(ScheduledEvent event) {
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

  List<ScheduledEvent> left() {
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

  /** Whether the scheduler of the new one is to be started, too. */
  boolean schedules() {
    return !names().isEmpty() && !next.isScheduling();
  }

  /** Before the old source is shut. */
  List<PlannedStep> before() {
    return running().isEmpty() ? List.of() : List.of(pause(old.address(), running(), said));
  }

  static PlannedStep pause(InstanceAddress old, List<ScheduledEvent> running, EventControl said) {
    List<String> all = new ArrayList<>(List.of(said.unlogged()));
    running.forEach(event -> all.add(said.keepingOff(event)));
    return PlannedStep.of(
            PauseEventsStep.KIND,
            old,
            "events",
            Nothing.NOTHING,
            "keep the events of the scheduler off on %s, over restarts, too".formatted(old))
        .withStatements(all.toArray(String[]::new))
        .affecting(Effect.of(Effect.Kind.EVENTS_PAUSE, old, "", Effect.Lasts.FOR_GOOD));
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
            next.isScheduling() ? Optional.empty() : Optional.of(said.scheduling())));
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
                "Event %s does not go over, and runs nowhere: %s."
                    .formatted(event.name(), hindrance(event).orElseThrow())));
    if (!names().isEmpty()) {
      StartEventsStep.others(next.address(), next.events()).ifPresent(notes::add);
    }
    return notes;
  }
}

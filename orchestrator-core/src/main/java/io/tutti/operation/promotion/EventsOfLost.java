package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which events of the scheduler run again once a dead source is replaced: those that ran there when
 * it was read last. Who takes the place keeps all of them off, also those that somebody had
 * disabled on the source, so it cannot tell. Pure, and no server is asked: no write waits.
 *
 * @param ran of the source, as it was read last
 * @param there of who takes the place, as it was read before
 */
record EventsOfLost(
    InstanceAddress lost,
    InstanceAddress next,
    Observed<ScheduledEvents> ran,
    Observed<ScheduledEvents> there) {

  static EventsOfLost of(TopologySnapshot known, InstanceAddress lost, InstanceAddress next) {
    return new EventsOfLost(lost, next, events(known, lost), events(known, next));
  }

  private static Observed<ScheduledEvents> events(TopologySnapshot known, InstanceAddress server) {
    return known
        .find(server)
        .flatMap(Node::state)
        .map(InstanceState::events)
        .orElseGet(() -> Observed.unknown("it was never read"));
  }

  private List<ScheduledEvent> running() {
    return ran.asOptional().map(ScheduledEvents::thatRun).orElse(List.of());
  }

  private List<ScheduledEvent> startable() {
    return running().stream().filter(each -> each.hindrance().isEmpty()).toList();
  }

  /** Once it takes writes; empty where none is to run. */
  Optional<PlannedStep> start() {
    return startable().isEmpty()
        ? Optional.empty()
        : Optional.of(StartEventsStep.planned(next, startable(), starting()));
  }

  private Optional<String> starting() {
    boolean runs = there.asOptional().filter(each -> each.running() == Scheduler.ON).isPresent();
    return runs ? Optional.empty() : ran.asOptional().map(ScheduledEvents::starting);
  }

  /** Where they are wanted. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    switch (ran) {
      case Observed.Known<ScheduledEvents>(ScheduledEvents known) -> {
        if (!running().isEmpty() || left().isPresent()) {
          notes.add(
              running().isEmpty()
                  ? "No event is let run on %s: %s when that was read last."
                      .formatted(
                          next,
                          known.running() == Scheduler.ON
                              ? "none ran on %s".formatted(lost)
                              : "the scheduler of %s did not run".formatted(lost))
                  : "Which events ran on %s is known from its last readings.".formatted(lost));
        }
        hindered().forEach(notes::add);
        left().ifPresent(notes::add);
        if (!startable().isEmpty()) {
          there
              .asOptional()
              .flatMap(each -> StartEventsStep.others(next, each))
              .ifPresent(notes::add);
        }
      }
      case Observed.Absent<ScheduledEvents> absent -> notes.add(unknown());
      case Observed.Unknown<ScheduledEvents> unknown -> {
        notes.add(unknown());
        notes.addAll(byHand());
      }
    }
    return notes;
  }

  private String unknown() {
    return "No event is let run on %s: which ran on %s is %s.".formatted(next, lost, ran);
  }

  private List<String> hindered() {
    return running().stream()
        .filter(each -> each.hindrance().isPresent())
        .map(each ->
            "Event %s is not let run on %s: %s."
                .formatted(each.name(), next, each.hindrance().orElseThrow()))
        .toList();
  }

  private Optional<String> left() {
    List<ScheduledEvent> others =
        there.asOptional().map(each -> each.that(Status.REPLICATED)).orElse(List.of()).stream()
            .filter(each -> running().stream().noneMatch(other -> other.name().equals(each.name())))
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Stay disabled on %s, as they did not run on %s when that was read last: %s."
                .formatted(next, lost, ScheduledEvent.spoken(others)));
  }

  /** Where they are left. */
  List<String> unasked() {
    if (ran.isUnknown()) {
      return byHand();
    }
    return running().isEmpty()
        ? List.of()
        : List.of(
            "Events that ran on %s when it was read last will run nowhere, as asked for: %s."
                .formatted(lost, ScheduledEvent.spoken(running())));
  }

  /** By which statements a person lets them run. */
  private List<String> byHand() {
    return there.isKnown() ? new EventNotes(next, there, ran).toList() : List.of();
  }
}

package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import io.tutti.plan.PlannedStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventsOfLostTest {
  private static final InstanceAddress LOST = InstanceAddress.parse("db1:3306");
  private static final InstanceAddress NEXT = InstanceAddress.parse("db2:3306");
  private static final Observed<ScheduledEvents> UNREAD = Observed.unknown("nobody asked");

  private static ScheduledEvent event(String name, Status status) {
    return new ScheduledEvent(new EventName("d", name), status, "ENABLE " + name, Optional.empty());
  }

  private static Observed<ScheduledEvents> events(Scheduler scheduler, ScheduledEvent... all) {
    return Observed.known(new ScheduledEvents(List.of(all), scheduler, "SET scheduler true"));
  }

  private static EventsOfLost of(Observed<ScheduledEvents> ran, Observed<ScheduledEvents> there) {
    return new EventsOfLost(LOST, NEXT, ran, there);
  }

  private static List<String> said(EventsOfLost events) {
    return events.start().map(PlannedStep::statements).orElse(List.of());
  }

  @Test
  void thoseThatRanRunAndWhatWasDisabledStays() {
    EventsOfLost events =
        of(
            events(Scheduler.ON, event("one", Status.ENABLED), event("off", Status.DISABLED)),
            events(
                Scheduler.OFF,
                event("one", Status.REPLICATED),
                event("off", Status.REPLICATED),
                event("own", Status.ENABLED)));
    assertThat(events.start()).get().extracting(PlannedStep::target).isEqualTo(NEXT);
    assertThat(said(events)).containsExactly("ENABLE one", "SET scheduler true");
    assertThat(events.notes())
        .anySatisfy(note -> assertThat(note).contains("Stay disabled on db2:3306", "d.off"))
        .anySatisfy(note -> assertThat(note).contains("begin to run there, too: d.own"))
        .noneSatisfy(note -> assertThat(note).contains("d.one"));
    assertThat(events.unasked())
        .singleElement()
        .asString()
        .contains("will run nowhere, as asked for: d.one.");
  }

  @Test
  void aSchedulerThatRunsIsLeft() {
    EventsOfLost events =
        of(
            events(Scheduler.ON, event("one", Status.ENABLED)),
            events(Scheduler.ON, event("one", Status.REPLICATED), event("own", Status.ENABLED)));
    assertThat(said(events)).containsExactly("ENABLE one");
    assertThat(events.notes()).singleElement().asString().contains("from its last readings");
  }

  /** Then the step looks whether it does. */
  @Test
  void whereTheOtherOneWasNotReadItsSchedulerIsStarted() {
    EventsOfLost events = of(events(Scheduler.ON, event("one", Status.ENABLED)), UNREAD);
    assertThat(said(events)).containsExactly("ENABLE one", "SET scheduler true");
  }

  @Test
  void whatWouldBeChangedStays() {
    ScheduledEvent odd =
        new ScheduledEvent(
            new EventName("d", "odd"), Status.ENABLED, "ENABLE odd", Optional.of("latin1"));
    EventsOfLost events =
        of(events(Scheduler.ON, odd), events(Scheduler.ON, event("odd", Status.REPLICATED)));
    assertThat(events.start()).isEmpty();
    assertThat(events.notes()).anySatisfy(note -> assertThat(note).contains("d.odd", "latin1"));
  }

  @Test
  void whereTheSchedulerDidNotRunNoneDid() {
    EventsOfLost events =
        of(
            events(Scheduler.OFF, event("one", Status.ENABLED)),
            events(Scheduler.ON, event("one", Status.REPLICATED)));
    assertThat(events.start()).isEmpty();
    assertThat(events.notes())
        .anySatisfy(note -> assertThat(note).contains("the scheduler of db1:3306 did not run"))
        .anySatisfy(note -> assertThat(note).contains("Stay disabled", "d.one"));
    assertThat(events.unasked()).isEmpty();
  }

  /** One that somebody had disabled would run otherwise. */
  @Test
  void whereItIsNotKnownNoneIsStartedAndTheStatementsAreNamed() {
    EventsOfLost events = of(UNREAD, events(Scheduler.ON, event("one", Status.REPLICATED)));
    assertThat(events.start()).isEmpty();
    assertThat(events.notes())
        .anySatisfy(note ->
            assertThat(note).contains("No event is let run on db2:3306", "unknown (nobody asked)"))
        .anySatisfy(note -> assertThat(note).contains("ENABLE one; --", "nobody asked"));
    assertThat(events.unasked())
        .anySatisfy(note -> assertThat(note).contains("ENABLE one; --", "nobody asked"));
    assertThat(of(UNREAD, UNREAD).unasked()).isEmpty();
  }
}

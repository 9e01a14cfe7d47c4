package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventsToCarryTest {
  private static final InstanceAddress OLD = InstanceAddress.parse("db1:3306");
  private static final InstanceAddress NEXT = InstanceAddress.parse("db2:3306");

  private record Said() implements EventControl {
    @Override
    public void requirePrivileges(boolean schedules, Deadline deadline) {
      // Nobody asks.
    }

    @Override
    public void enable(EventName event, Deadline deadline) {
      throw new AssertionError("it is only planned");
    }

    @Override
    public void keepOff(EventName event, Deadline deadline) {
      throw new AssertionError("it is only planned");
    }

    @Override
    public void letRunAgain(EventName event, Deadline deadline) {
      throw new AssertionError("it is only planned");
    }

    @Override
    public void schedule(Deadline deadline) {
      throw new AssertionError("it is only planned");
    }

    @Override
    public String unlogged() {
      return "UNLOGGED";
    }

    @Override
    public String keepingOff(ScheduledEvent event) {
      return "OFF " + event.name().name();
    }

    @Override
    public String scheduling() {
      return "SET scheduler true";
    }
  }

  private static ScheduledEvent event(String name, Status status) {
    return new ScheduledEvent(new EventName("d", name), status, "ENABLE " + name, Optional.empty());
  }

  private static ScheduledEvents events(Scheduler scheduler, ScheduledEvent... all) {
    return new ScheduledEvents(List.of(all), scheduler, "SET scheduler true");
  }

  private static EventsToCarry carried(ScheduledEvents old, ScheduledEvents next) {
    return new EventsToCarry(
        new EventsToCarry.Of(OLD, old), new EventsToCarry.Of(NEXT, next), new Said());
  }

  @Test
  void thoseThatRunDoAndTheSchedulerOfTheNewOneIsStartedWhereItDoesNotRun() {
    EventsToCarry events =
        carried(
            events(Scheduler.ON, event("one", Status.ENABLED), event("off", Status.DISABLED)),
            events(
                Scheduler.OFF, event("one", Status.REPLICATED), event("off", Status.REPLICATED)));
    assertThat(events.before())
        .singleElement()
        .extracting(PlannedStep::target, PlannedStep::statements)
        .containsExactly(OLD, List.of("UNLOGGED", "OFF one"));
    assertThat(events.start())
        .get()
        .extracting(PlannedStep::target, PlannedStep::statements)
        .containsExactly(NEXT, List.of("ENABLE one", "SET scheduler true"));
    assertThat(events.notes()).isEmpty();
    assertThat(events.obstacle()).isEmpty();
  }

  @Test
  void whereTheSchedulerDoesNotRunNoneDoes() {
    EventsToCarry events =
        carried(
            events(Scheduler.OFF, event("one", Status.ENABLED)),
            events(Scheduler.ON, event("one", Status.REPLICATED)));
    assertThat(events.before()).isEmpty();
    assertThat(events.start()).isEmpty();
    assertThat(events.notes()).singleElement().asString().contains("does not run");
  }

  @Test
  void whatTheNewOneDoesNotHaveOrWouldChangeStays() {
    ScheduledEvent odd =
        new ScheduledEvent(
            new EventName("d", "odd"), Status.REPLICATED, "ENABLE odd", Optional.of("latin1"));
    EventsToCarry events =
        carried(
            events(
                Scheduler.ON,
                event("one", Status.ENABLED),
                event("odd", Status.ENABLED),
                event("here", Status.ENABLED)),
            events(Scheduler.ON, event("one", Status.REPLICATED), odd));
    assertThat(events.names()).containsExactly(new EventName("d", "one"));
    assertThat(events.notes())
        .hasSize(2)
        .anySatisfy(note -> assertThat(note).contains("d.odd", "latin1", "runs nowhere"))
        .anySatisfy(note -> assertThat(note).contains("d.here", "db2:3306 does not have it"));
  }

  @Test
  void aSchedulerThatOnlyARestartStartsIsAnObstacle() {
    EventsToCarry events =
        carried(
            events(Scheduler.ON, event("one", Status.ENABLED)),
            events(Scheduler.DISABLED, event("one", Status.REPLICATED)));
    assertThat(events.obstacle()).get().asString().contains("db2:3306", "option file");
  }

  @Test
  void whatBeginsToRunWithTheSchedulerIsNamed() {
    EventsToCarry events =
        carried(
            events(Scheduler.ON, event("one", Status.ENABLED)),
            events(Scheduler.OFF, event("one", Status.REPLICATED), event("own", Status.ENABLED)));
    assertThat(events.notes()).singleElement().asString().contains("begin to run", "d.own");
  }
}

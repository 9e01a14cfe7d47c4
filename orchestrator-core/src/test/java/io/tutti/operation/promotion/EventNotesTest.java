package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventNotesTest {
  private static final Observed<ScheduledEvents> SOURCE =
      Observed.known(
          new ScheduledEvents(
              List.of(event("off", Status.DISABLED)), Scheduler.ON, "SET scheduler"));
  private static final Observed<ScheduledEvents> REPLICA =
      Observed.known(
          new ScheduledEvents(
              List.of(event("one", Status.REPLICATED), event("off", Status.REPLICATED)),
              Scheduler.OFF,
              "SET scheduler"));

  private static ScheduledEvent event(String name, Status status) {
    return new ScheduledEvent(new EventName("d", name), status, "ENABLE " + name, Optional.empty());
  }

  private static List<String> notes(
      Observed<ScheduledEvents> there, Observed<ScheduledEvents> lost) {
    return new EventNotes(InstanceAddress.parse("b:1"), there, lost).toList();
  }

  @Test
  void allAreNamedWithWhatTheSourceSaysOfThem() {
    assertThat(notes(REPLICA, SOURCE))
        .hasSize(4)
        .contains("ENABLE one;", "ENABLE off; -- disabled on the source, too", "SET scheduler;");
  }

  @Test
  void aSourceThatIsAwaySaysNothingOfThem() {
    assertThat(notes(REPLICA, Observed.unknown("it is away")))
        .hasSize(4)
        .contains("ENABLE one; -- whether it ran on the source is not known: it is away");
  }

  @Test
  void nothingIsSaidWhereNothingStaysOff() {
    assertThat(notes(SOURCE, SOURCE)).isEmpty();
  }

  @Test
  void whatCannotBeSeenIsReportedAsSuch() {
    assertThat(notes(Observed.unknown("no privilege"), SOURCE))
        .singleElement()
        .asString()
        .contains("unknown (no privilege)", "information_schema.EVENTS");
  }
}

package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.ScheduledEvents;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventNotesTest {
  private static final Observed<ScheduledEvents> SOURCE =
      Observed.known(new ScheduledEvents(List.of("ENABLE one"), List.of(), List.of()));
  private static final Observed<ScheduledEvents> REPLICA =
      Observed.known(
          new ScheduledEvents(
              List.of(), List.of("ENABLE one", "ENABLE off"), List.of("SET scheduler")));

  private static List<String> notes(
      Observed<ScheduledEvents> there, Observed<ScheduledEvents> lost) {
    return new EventNotes(InstanceAddress.parse("b:1"), there, lost).toList();
  }

  @Test
  void thoseThatRanOnTheSourceAreTold() {
    assertThat(notes(REPLICA, SOURCE))
        .hasSize(3)
        .contains("ENABLE one;", "SET scheduler;")
        .first()
        .asString()
        .contains("stay disabled there. ");
  }

  @Test
  void allAreToldWhereTheSourceIsAway() {
    assertThat(notes(REPLICA, Observed.unknown("it is away")))
        .contains("ENABLE one;", "ENABLE off;")
        .first()
        .asString()
        .contains("unknown (it is away)");
  }

  @Test
  void nothingIsSaidWhereNothingStaysOff() {
    assertThat(notes(SOURCE, SOURCE)).isEmpty();
  }

  @Test
  void whatCannotBeSeenIsToldAsSuch() {
    assertThat(notes(Observed.unknown("no privilege"), SOURCE))
        .singleElement()
        .asString()
        .contains("unknown (no privilege)", "information_schema.EVENTS");
  }
}

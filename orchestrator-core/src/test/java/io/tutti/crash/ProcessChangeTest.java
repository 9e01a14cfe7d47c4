package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessChangeTest {
  private static final Instant CLOCK = Instant.parse("2026-11-21T12:00:00.900Z");
  private static final String WHY = "it was not read";

  private int sessions;

  /** A server that shows this time and this age, and then takes so long to answer. */
  private InstanceState reported(Instant clock, int ageSeconds, int tookMillis) {
    return reported(clock, ageSeconds, tookMillis, seen(clock, "session " + sessions++, 7, ""));
  }

  private static InstanceState reported(
      Instant clock, int ageSeconds, int tookMillis, ProcessObservation seen) {
    ProcessStart start =
        ProcessStart.of(clock, Duration.ofSeconds(ageSeconds), Duration.ofMillis(tookMillis));
    return States.of("a:1").startedAt(Observed.known(start.seenAs(Optional.of(seen)))).build();
  }

  private static ProcessObservation seen(
      Instant clock, String session, long connections, String place) {
    return new ProcessObservation(
        clock,
        session,
        Observed.known(connections),
        place.isEmpty() ? Observed.unknown(WHY) : Observed.known(BinlogPosition.parse(place)));
  }

  /** A server that began in the second in which it is read. */
  private static InstanceState young(String session, long connections, String place) {
    return reported(CLOCK, 0, 10, seen(CLOCK, session, connections, place));
  }

  @Test
  void aProcessThatGrowsOlderIsTheSame() {
    assertThat(
            ProcessChange.between(
                reported(CLOCK, 100, 10), reported(CLOCK.plusSeconds(7), 107, 10)))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void aSecondThatTurnsWhileItIsReadIsNoRestart() {
    assertThat(
            ProcessChange.between(
                reported(CLOCK, 100, 10), reported(CLOCK.plusSeconds(7), 108, 200)))
        .isEqualTo(ProcessChange.NONE);
    assertThat(
            ProcessChange.between(
                reported(CLOCK, 100, 10), reported(CLOCK.plusSeconds(7), 110, 3000)))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void aClockThatIsSetTakesTheAgeWithIt() {
    assertThat(
            ProcessChange.between(
                reported(CLOCK, 100, 10), reported(CLOCK.minusSeconds(50), 50, 10)))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void anotherBeginningIsARestart() {
    assertThat(
            ProcessChange.between(reported(CLOCK, 100, 10), reported(CLOCK.plusSeconds(1), 0, 10)))
        .isEqualTo(ProcessChange.RESTARTED);
    assertThat(ProcessChange.between(reported(CLOCK, 1, 10), reported(CLOCK.plusSeconds(1), 1, 10)))
        .isEqualTo(ProcessChange.RESTARTED);
    assertThat(
            ProcessChange.between(reported(CLOCK, 5, 10), reported(CLOCK.plusSeconds(1), 900, 10)))
        .isEqualTo(ProcessChange.RESTARTED);
  }

  @Test
  void ofTwoThatBeganInOneSecondOneIsNotTakenForTheOther() {
    assertThat(ProcessChange.between(young("one", 7, ""), young("two", 9, "")))
        .isEqualTo(ProcessChange.UNKNOWN);
    assertThat(
            ProcessChange.between(young("one", 7, "b.000001:500"), young("two", 9, "b.000002:4")))
        .isEqualTo(ProcessChange.UNKNOWN);
  }

  @Test
  void whatIsCountedFromTheBeginningAgainIsARestart() {
    assertThat(ProcessChange.between(young("one", 7, ""), young("two", 6, "")))
        .isEqualTo(ProcessChange.RESTARTED);
  }

  @Test
  void numbersOfConnectionsThatAreUsedUpBeginAgainWithoutARestart() {
    long many = (1L << 32) - 5;
    assertThat(
            ProcessChange.between(
                reported(CLOCK, 900, 10, seen(CLOCK, "one", many, "")),
                reported(CLOCK.plusSeconds(1), 901, 10, seen(CLOCK, "two", 6, ""))))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void whatOnlyOneProcessHasProvesThatItIsTheSame() {
    assertThat(ProcessChange.between(young("one", 7, ""), young("one", 9, "")))
        .isEqualTo(ProcessChange.NONE);
    assertThat(
            ProcessChange.between(young("one", 7, "b.000001:500"), young("two", 9, "b.000001:500")))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void whatIsNotReportedIsUnknownAndAnotherServerIsNoRestart() {
    InstanceState silent = States.of("a:1").startedAt(Observed.unknown("no counters")).build();
    assertThat(ProcessChange.between(reported(CLOCK, 5, 10), silent))
        .isEqualTo(ProcessChange.UNKNOWN);
    assertThat(ProcessChange.between(silent, reported(CLOCK, 5, 10)))
        .isEqualTo(ProcessChange.UNKNOWN);
    InstanceState other = States.of("a:1").uuid("another").startedAt(CLOCK).build();
    assertThat(ProcessChange.between(reported(CLOCK, 5, 10), other))
        .isEqualTo(ProcessChange.OTHER_SERVER);
  }
}

package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProcessChangeTest {
  private static final Instant CLOCK = Instant.parse("2026-11-21T12:00:00.900Z");

  /** A server that tells this time and this age, and then takes so long to answer. */
  private static InstanceState told(Instant clock, int ageSeconds, int tookMillis) {
    return States.of("a:1")
        .startedAt(
            Observed.known(
                ProcessStart.of(
                    clock, Duration.ofSeconds(ageSeconds), Duration.ofMillis(tookMillis))))
        .build();
  }

  @Test
  void aProcessThatGrowsOlderIsTheSame() {
    assertThat(ProcessChange.between(told(CLOCK, 100, 10), told(CLOCK.plusSeconds(7), 107, 10)))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void aSecondThatTurnsWhileItIsReadIsNoRestart() {
    assertThat(ProcessChange.between(told(CLOCK, 100, 10), told(CLOCK.plusSeconds(7), 108, 200)))
        .isEqualTo(ProcessChange.NONE);
    assertThat(ProcessChange.between(told(CLOCK, 100, 10), told(CLOCK.plusSeconds(7), 110, 3000)))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void aClockThatIsSetTakesTheAgeWithIt() {
    assertThat(ProcessChange.between(told(CLOCK, 100, 10), told(CLOCK.minusSeconds(50), 50, 10)))
        .isEqualTo(ProcessChange.NONE);
  }

  @Test
  void anotherBeginningIsARestart() {
    assertThat(ProcessChange.between(told(CLOCK, 100, 10), told(CLOCK.plusSeconds(1), 0, 10)))
        .isEqualTo(ProcessChange.RESTARTED);
    assertThat(ProcessChange.between(told(CLOCK, 1, 10), told(CLOCK.plusSeconds(1), 1, 10)))
        .isEqualTo(ProcessChange.RESTARTED);
    assertThat(ProcessChange.between(told(CLOCK, 5, 10), told(CLOCK.plusSeconds(1), 900, 10)))
        .isEqualTo(ProcessChange.RESTARTED);
  }

  @Test
  void whatIsNotToldIsUnknownAndAnotherServerIsNoRestart() {
    InstanceState silent = States.of("a:1").startedAt(Observed.unknown("no counters")).build();
    assertThat(ProcessChange.between(told(CLOCK, 5, 10), silent)).isEqualTo(ProcessChange.UNKNOWN);
    assertThat(ProcessChange.between(silent, told(CLOCK, 5, 10))).isEqualTo(ProcessChange.UNKNOWN);
    InstanceState other = States.of("a:1").uuid("another").startedAt(CLOCK).build();
    assertThat(ProcessChange.between(told(CLOCK, 5, 10), other))
        .isEqualTo(ProcessChange.OTHER_SERVER);
  }
}

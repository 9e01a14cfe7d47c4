package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CommitTimestampLagTest {
  private static final Observed<Lag> NOT_SAID = Observed.unknown("a thread is stopped");

  /** Measured on 8.0.15 with a clock 25 s behind: blocked for 20 s, and then for 35 s. */
  @Test
  void whatTheServerSaysCountsWhereItsClockIsBehind() {
    assertThat(lag(Duration.ofSeconds(-5), says(20))).isEqualTo(says(20));
    assertThat(lag(Duration.ofMillis(9_700), says(35))).isEqualTo(says(35));
  }

  @Test
  void commitTimestampsCountWhereBothAgree() {
    Duration age = Duration.ofMillis(1_300);
    assertThat(lag(age, says(1)))
        .isEqualTo(Observed.known(new Lag(age, LagSource.COMMIT_TIMESTAMPS)));
    assertThat(lag(age, says(3)))
        .isEqualTo(Observed.known(new Lag(age, LagSource.COMMIT_TIMESTAMPS)));
    assertThat(lag(age, NOT_SAID))
        .isEqualTo(Observed.known(new Lag(age, LagSource.COMMIT_TIMESTAMPS)));
  }

  @Test
  void aCommitInTheFutureIsNoZero() {
    assertThat(lag(Duration.ofSeconds(-1), says(0))).isEqualTo(says(0));
    assertThat(lag(Duration.ofSeconds(-1), NOT_SAID))
        .hasToString(
            "unknown (by its clock what it applies was committed 1000 ms from now: its clock and"
                + " its source's differ)");
  }

  private static Observed<Lag> lag(Duration age, Observed<Lag> serversOwn) {
    return CommitTimestampLag.checked(age, serversOwn);
  }

  private static Observed<Lag> says(long seconds) {
    return Observed.known(new Lag(Duration.ofSeconds(seconds), LagSource.SECONDS_BEHIND));
  }
}

package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.topology.Watching;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WakefulnessTest {
  private static final Instant START = Instant.parse("2026-11-23T08:00:00Z");

  private Instant now = START;

  @ParameterizedTest
  @CsvSource({
    "100, false",
    "999, false",
    "-5, false",
    "1001, true",
    "60000, true",
    "-3600000, true"
  })
  void isAwakeOnlySinceAPauseOrSinceTheClockWasSet(long millis, boolean isSince) {
    Wakefulness wakefulness = new Wakefulness(() -> now, Watching.FROZEN_AFTER);
    now = START.plusSeconds(1);
    wakefulness.pass();

    now = now.plusMillis(millis);
    wakefulness.pass();

    assertThat(wakefulness.watching().awakeSince()).isEqualTo(isSince ? now : START);
  }

  @Test
  void remembersForAWhileHowLateItWas() {
    Wakefulness wakefulness = new Wakefulness(() -> now, Watching.FROZEN_AFTER);
    for (long millis : new long[] {100, 800, 100, 500, 250}) {
      now = now.plusMillis(millis);
      wakefulness.pass();
    }

    Watching watching = wakefulness.watching();
    assertThat(watching.awakeSince()).isEqualTo(START);
    assertThat(watching.counted(START, now)).isEqualTo(Duration.ofMillis(1750 - 700 - 400));

    for (int beat = 0; beat <= Wakefulness.REMEMBERED.toMillis() / 100; beat++) {
      now = now.plusMillis(100);
      wakefulness.pass();
    }
    assertThat(wakefulness.watching().late()).isEmpty();
  }
}

package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
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
    Wakefulness wakefulness = new Wakefulness(() -> now);
    now = START.plusSeconds(1);
    wakefulness.pass();

    now = now.plusMillis(millis);
    wakefulness.pass();

    assertThat(wakefulness.since()).isEqualTo(isSince ? now : START);
  }
}

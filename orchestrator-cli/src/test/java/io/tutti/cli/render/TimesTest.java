package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
  private static final Instant MOMENT = Instant.parse("2026-11-22T00:40:46.588114408Z");

  @ParameterizedTest
  @CsvSource({
    "UTC,2026-11-22T00:40:46Z",
    "Europe/Vienna,2026-11-22T01:40:46+01:00",
    "Asia/Kolkata,2026-11-22T06:10:46+05:30"
  })
  void saysAMomentToTheSecondWithItsOffset(String zone, String said) {
    assertThat(Times.second(MOMENT, ZoneId.of(zone))).isEqualTo(said);
  }

  @Test
  void leavesWhatIsNoTimeAsItIs() {
    assertThat(Times.second("unknown")).isEqualTo("unknown");
    assertThat(Times.second(MOMENT.toString())).isEqualTo(Times.second(MOMENT));
  }

  @ParameterizedTest
  @CsvSource({
    "PT-1S,0.0 s",
    "PT0.21S,0.2 s",
    "PT1.2S,1.2 s",
    "PT12.9S,12 s",
    "PT3M4S,3 min 04 s",
    "PT2H10M,2 h 10 min",
    "P4DT3H,4 d 3 h"
  })
  void saysDurationsInTheTwoLargestUnits(Duration duration, String said) {
    assertThat(Durations.readable(duration)).isEqualTo(said);
  }
}

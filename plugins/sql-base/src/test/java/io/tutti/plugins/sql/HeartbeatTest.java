package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private static final String OF_TWO =
      "12=2026-11-20T23:21:54.000120,11=2026-11-20T23:06:54.000120,12=2026-11-20T23:2";

  @Test
  void theSourcesRowCountsThoughAnotherIsNewer() {
    assertThat(found(OF_TWO, 11, 13)).contains("2026-11-20T23:06:54.000120");
  }

  @Test
  void theOnlyOtherWriterIsTakenWhereTheSourceWritesNone() {
    assertThat(found("13=2026-11-20T23:21:54,1=2026-11-20T23:21:53", 11, 13))
        .contains("2026-11-20T23:21:53");
  }

  @Test
  void ofSeveralOthersNoneIsTaken() {
    assertThat(found(OF_TWO, 10, 13)).isEmpty();
  }

  @Test
  void aTableThatNamesNoServersHasOneWriter() {
    assertThat(found("=2026-11-20 23:21:54,=2026-11-20 23:21:53", 11, 13))
        .contains("2026-11-20 23:21:54");
  }

  @Test
  void timesAreReadAsTextAndAsDatetime() {
    Instant expected = Instant.parse("2026-11-20T23:21:54.5Z");
    for (String text : List.of("2026-11-20T23:21:54.5", "2026-11-20 23:21:54.500000")) {
      assertThat(new Heartbeat("1", text).written()).isEqualTo(expected);
    }
  }

  private static Optional<String> found(String beats, long source, long own) {
    return Heartbeat.ofSource(Heartbeat.parseAll(beats), Optional.of(source), Optional.of(own))
        .map(Heartbeat::text);
  }
}

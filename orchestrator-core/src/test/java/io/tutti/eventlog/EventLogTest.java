package io.tutti.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventLogTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "denied\n2026-11-23T09:00:00Z INFO all is well",
        "denied\r\n2026-11-23T09:00:00Z INFO all is well",
        "denied\r2026-11-23T09:00:00Z INFO all is well",
        "denied\u20282026-11-23T09:00:00Z INFO all is well",
        "denied\u00852026-11-23T09:00:00Z INFO all is well",
        "denied\t\u001b[2J\u000b\f2026-11-23T09:00:00Z INFO all is well",
      })
  void whatAServerSaysIsOneLine(String said) {
    assertThat(EventLog.oneLine(said))
        .startsWith("denied")
        .endsWith("INFO all is well")
        .doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]");
  }

  @Test
  void aLineHasAnEnd() {
    assertThat(EventLog.oneLine("x".repeat(100_000))).hasSize(EventLog.WORDS_MAX).endsWith("…");
    assertThat(EventLog.oneLine("x".repeat(EventLog.WORDS_MAX))).endsWith("x");
  }

  @ParameterizedTest
  @CsvSource({"0,0.0 s", "1234,1.2 s", "59900,59.9 s", "125000,2 min 5 s", "10800000,3 h 0 min"})
  void timesAreInWords(long millis, String words) {
    assertThat(EventLog.inWords(Duration.ofMillis(millis))).isEqualTo(words);
  }
}

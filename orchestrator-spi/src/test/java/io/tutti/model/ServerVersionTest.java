package io.tutti.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerVersionTest {

  @ParameterizedTest
  @CsvSource({
    "5.5.5-10.1.8-MariaDB-1~jessie, 10.1.8",
    "5.5.5-10.4.12-log, 10.4.12",
    "5.5.5-m3-log, 5.5.5",
    "5.5.5-1.2.3, 5.5.5",
    "8.0.15, 8.0.15",
    "9.7.4, 9.7.4",
    "5.7.22-log, 5.7.22",
    "11.4.5-MariaDB-log, 11.4.5",
    "12.1.2-MariaDB, 12.1.2",
    "26.10.0, 26.10.0",
    "8.0.35-0ubuntu0.22.04.1, 8.0.35",
    "8.0.36-28, 8.0.36",
    "5.6.10-log, 5.6.10",
  })
  void readsWhatServersReport(String text, String numbers) {
    ServerVersion version = ServerVersion.parse(text);
    assertThat(version).hasToString(numbers);
    assertThat(version.text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8", "8.0", "8.0.", "v8.0.36", "MariaDB", "1.2.9999999999"})
  void refusesOtherText(String text) {
    assertThat(ServerVersion.find(text)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerVersion.parse(text))
        .withMessageContaining("\"" + text + "\"");
  }

  @Test
  void comparesNumbersAndNotText() {
    ServerVersion version = ServerVersion.parse("8.0.9-log");
    assertThat(version).isLessThan(ServerVersion.parse("8.0.22"));
    assertThat(version).isEqualByComparingTo(ServerVersion.parse("8.0.9"));
    assertThat(version.isAtLeast(8, 0, 9)).isTrue();
    assertThat(version.isAtLeast(8, 0, 10)).isFalse();
    assertThat(version.isBefore(8, 0, 10)).isTrue();
    assertThat(version.isBefore(5, 7, 44)).isFalse();
    assertThat(ServerVersion.parse("26.10.0").isAtLeast(9, 7, 4)).isTrue();
  }

  @Test
  void refusesNegativeNumbers() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerVersion(8, -1, 0, ""));
  }
}

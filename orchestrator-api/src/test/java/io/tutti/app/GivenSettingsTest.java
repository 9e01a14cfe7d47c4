package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GivenSettingsTest {
  @TempDir private Path home;

  private String given(List<String> flags, Map<String, String> environment) {
    return GivenSettings.of(SettingsReader.sources(flags, environment, home));
  }

  @Test
  void whatIsNotSetIsNotSaid() {
    assertThat(given(List.of(), Map.of())).isEqualTo("All settings have their defaults.");
  }

  @Test
  void theOneThatCountsIsSaid() throws Exception {
    Files.writeString(
        home.resolve("tutti.yaml"),
        "tutti:\n  http:\n    port: 1\n    address: 10.0.0.1\n  target:\n    password: of-the-file\n");

    assertThat(
            given(
                List.of("--tutti.http.port=3"),
                Map.of(
                    "TUTTI_HTTP_PORT", "2",
                    "TUTTI_STORE_PASSWORD", "of-the-store",
                    "TUTTI_URL", "http://127.0.0.1:7306",
                    "PATH", "/bin")))
        .isEqualTo(
            "tutti.http.address=10.0.0.1, tutti.http.port=3, tutti.store.password=(withheld),"
                + " tutti.target.password=(withheld); all others have their defaults.");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:file:/var/tutti/store,jdbc:h2:file:/var/tutti/store",
    "jdbc:h2:file:/var/tutti/store;PASSWORD=hidden,jdbc:h2:file:/var/tutti/store…",
    "jdbc:postgresql://db/tutti?user=a&password=hidden,jdbc:postgresql://db/tutti…",
    "jdbc:mysql://tutti:hidden@db/tutti,jdbc:mysql://db/tutti…"
  })
  void whatAnAddressHidesIsNotSaid(String address, String shown) {
    assertThat(given(List.of("--tutti.store.url=" + address), Map.of()))
        .startsWith("tutti.store.url=" + shown + ";");
  }
}

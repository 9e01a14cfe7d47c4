package io.tutti.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GtidTest {

  private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  @Test
  void distinguishesTheFamilies() {
    assertThat(Gtid.parse(A.toUpperCase(Locale.ROOT) + ":Tag:7"))
        .isEqualTo(new MySqlGtid(UUID.fromString(A), "tag", 7))
        .hasToString(A + ":tag:7");
    assertThat(Gtid.parse(A + ":7")).isEqualTo(MySqlGtid.of(UUID.fromString(A), 7));
    assertThat(Gtid.parse(" 0-1-7\n")).isEqualTo(new MariaDbGtid(0, 1, 7)).hasToString("0-1-7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "0-1-7-9", A, A + ":", A + ":1-2", A + ":tag", A + ":0"})
  void refusesWhatIsNotOneGtid(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gtid.parse(text))
        .withMessageContaining("at offset");
  }

  @Test
  void refusesPartsOutsideTheirRange() {
    UUID uuid = UUID.fromString(A);
    assertThatIllegalArgumentException().isThrownBy(() -> MySqlGtid.of(uuid, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> MySqlGtid.of(uuid, Long.MAX_VALUE));
    assertThatIllegalArgumentException().isThrownBy(() -> new MySqlGtid(uuid, "Tag", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MySqlGtid(uuid, "1a", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MariaDbGtid(-1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MariaDbGtid(0, 1L << 32, 1));
  }
}

package io.tutti.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShownTextTest {
  private static final String PAINTED =
      "denied \u001b]0;owned\u0007\u001b[2J\u009b1m \u202e drawkcab";

  @Test
  void takesWhatATerminalObeys() {
    assertThat(ShownText.of(PAINTED)).isEqualTo("denied ·]0;owned··[2J·1m · drawkcab");
  }

  @Test
  void aReturnAloneWritesOverNothing() {
    assertThat(ShownText.of("refused\rgranted\r")).isEqualTo("refused·granted·");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a line\r\nand another",
        "Zugriff verweigert für »tutti«",
        "two\nlines\tand a tab",
        "日本語"
      })
  void leavesWhatPeopleRead(String text) {
    assertThat(ShownText.of(text)).isSameAs(text);
  }

  @Test
  void noErrorHoldsAny() {
    OrchestratorException error =
        new OrchestratorException(ErrorCode.ACCESS_DENIED, PAINTED, PAINTED, List.of(PAINTED));

    assertThat(error.observed() + error.target() + error.remedies() + error.getMessage())
        .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e");
  }
}

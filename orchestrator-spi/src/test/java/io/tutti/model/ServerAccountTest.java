package io.tutti.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerAccountTest {
  @Test
  void theHostIsWhatFollowsTheLastAt() {
    assertThat(ServerAccount.parse("tutti@10.0.0.%"))
        .isEqualTo(new ServerAccount("tutti", "10.0.0.%"));
    assertThat(ServerAccount.parse("o@x@localhost"))
        .isEqualTo(new ServerAccount("o@x", "localhost"));
  }

  @Test
  void quotesAndBackslashesStayWithinTheName() {
    assertThat(new ServerAccount("it's\\1", "10.0.0.5").quoted())
        .isEqualTo("'it''s\\\\1'@'10.0.0.5'");
  }
}

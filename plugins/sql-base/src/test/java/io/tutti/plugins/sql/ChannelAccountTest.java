package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.Credentials;
import org.junit.jupiter.api.Test;

/** What a channel keeps of an account, in bytes as servers count them. */
class ChannelAccountTest {
  private static final int MOST = 32;

  @Test
  void aPasswordOfAsManyBytesIsKept() {
    assertThat(ChannelAccount.notTaken(new Credentials("repl", "x".repeat(MOST)), MOST)).isEmpty();
    assertThat(ChannelAccount.notTaken(new Credentials("repl", "ü".repeat(MOST / 2)), MOST))
        .isEmpty();
  }

  @Test
  void aLongerOneIsNotAndIsNotSaid() {
    assertThat(ChannelAccount.notTaken(new Credentials("repl", "ü".repeat(MOST)), MOST))
        .hasValue("its password has 64 bytes, and a channel keeps 32");
  }

  @Test
  void anEndOfALineIsNotKept() {
    assertThat(ChannelAccount.notTaken(new Credentials("repl", "a\nb"), MOST)).isPresent();
    assertThat(ChannelAccount.notTaken(new Credentials("re\rpl", "ab"), MOST)).isPresent();
  }
}

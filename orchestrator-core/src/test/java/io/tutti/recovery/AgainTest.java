package io.tutti.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AgainTest {
  @Test
  void whatWasHinderedForLongIsTriedAgainLater() {
    Instant first = States.NOW;
    Again again = Again.now(first);
    Duration max = Duration.ofSeconds(10);

    assertThat(again.isDue(first)).isTrue();
    assertThat(again.after(first, max).next()).isEqualTo(first.plusMillis(200));
    assertThat(again.after(first.plusSeconds(4), max).next()).isEqualTo(first.plusSeconds(5));
    assertThat(again.after(first.plusSeconds(4000), max).next()).isEqualTo(first.plusSeconds(4010));
  }
}

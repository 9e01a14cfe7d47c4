package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LooksTest {

  @Test
  void comeSoonAtFirstAndThenLessOften() {
    Looks looks = new Looks();
    List<Long> millis = Stream.generate(looks::next).limit(40).map(Duration::toMillis).toList();
    assertThat(millis).startsWith(5L, 5L, 5L, 5L, 5L, 6L, 7L, 9L).endsWith(200L, 200L).isSorted();
  }

  @Test
  void seeWhatHasComeAfterAQuarterMoreOfTheTime() {
    Looks looks = new Looks();
    Duration waited = Duration.ZERO;
    for (int look = 0; look < 40; look++) {
      Duration next = looks.next();
      assertThat(next).isBetween(Duration.ofMillis(5), Duration.ofMillis(200));
      if (next.toMillis() > 5) {
        assertThat(next.multipliedBy(4)).isLessThanOrEqualTo(waited);
      }
      waited = waited.plus(next);
    }
  }

  @Test
  void haveTakenWhatWasWaitedBetweenThem() {
    Looks looks = new Looks();
    looks.next();
    looks.next();
    assertThat(looks.haveTaken(Duration.ofMillis(9))).isTrue();
    assertThat(looks.haveTaken(Duration.ofMillis(10))).isFalse();
  }
}

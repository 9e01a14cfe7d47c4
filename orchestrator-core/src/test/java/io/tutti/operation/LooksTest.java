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
    List<Long> millis = Stream.generate(looks::next).limit(8).map(Duration::toMillis).toList();
    assertThat(millis).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 200L, 200L);
  }

  @Test
  void haveTakenWhatWasWaitedBetweenThem() {
    Looks looks = new Looks();
    looks.next();
    looks.next();
    assertThat(looks.haveTaken(Duration.ofMillis(14))).isTrue();
    assertThat(looks.haveTaken(Duration.ofMillis(15))).isFalse();
  }
}

package io.tutti.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.measure.DurationHistogram.Counted;
import io.tutti.measure.DurationHistogram.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {

  @Test
  void countsEachInItsStepAndInAllThatAreLonger() {
    DurationHistogram histogram = new DurationHistogram();
    histogram.record(Duration.ofMillis(1));
    histogram.record(Duration.ofMillis(30));
    histogram.record(Duration.ofMinutes(1));

    Counted counted = histogram.counted();

    assertThat(counted.upTo())
        .contains(
            new Step(Duration.ofMillis(1), 1),
            new Step(Duration.ofMillis(25), 1),
            new Step(Duration.ofMillis(50), 2),
            new Step(Duration.ofSeconds(10), 2));
    assertThat(counted.count()).isEqualTo(3);
    assertThat(counted.sum()).isEqualTo(Duration.ofMillis(60_031));
  }
}

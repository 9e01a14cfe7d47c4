package io.tutti.binlog.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Percentiles are as sorted numbers have them, at most a sixteenth too large. */
class SpreadTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void percentilesOfRandomNumbers(long seed) {
    Random random = new Random(seed);
    long[] values = new long[1_000];
    Spread spread = new Spread();
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextLong(1L << random.nextInt(1, 62));
      spread.add(values[i]);
    }
    Arrays.sort(values);
    BinlogReport.Numbers numbers = spread.report();
    assertThat(numbers.p50()).isBetween(values[499], values[499] + values[499] / 16);
    assertThat(numbers.p90()).isBetween(values[899], values[899] + values[899] / 16);
    assertThat(numbers.p99()).isBetween(values[989], values[989] + values[989] / 16);
    assertThat(numbers.max()).isEqualTo(values[999]);
    assertThat(numbers.sum()).isEqualTo(Arrays.stream(values).sum());
  }

  @Test
  void theLargestNumberThereIs() {
    Spread spread = new Spread();
    spread.add(Long.MAX_VALUE);
    assertThat(spread.report().p50()).isCloseTo(Long.MAX_VALUE, Percentage.withPercentage(7));
  }

  @Test
  void nothing() {
    assertThat(new Spread().report()).isEqualTo(new BinlogReport.Numbers(0, 0, 0, 0, 0, 0));
  }
}

package io.tutti.operation.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.ApplierWait;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums that a server shows become sentences of what was added between two readings. */
class WaitsTest {
  private static ApplierWait wait(String reason, long count, long millis) {
    return new ApplierWait(reason, count, Duration.ofMillis(millis));
  }

  @Test
  void whatWasAddedIsSaidTheLongestFirst() {
    assertThat(
            Waits.between(
                List.of(
                    wait("for the source", 7, 90_000),
                    wait("for preceding transactions to commit", 10, 500),
                    wait("for a worker that is free", 3, 20),
                    wait("for room in a worker's queue", 0, 0)),
                List.of(
                    wait("for the source", 8, 90_040),
                    wait("for preceding transactions to commit", 1_214, 1_800),
                    wait("for a worker that is free", 3, 20),
                    wait("for room in a worker's queue", 5, 10))))
        .containsExactly(
            "waited 1.30 s (1,204 times) for preceding transactions to commit",
            "waited 0.04 s (once) for the source",
            "waited 0.01 s (5 times) for room in a worker's queue");
  }

  @Test
  void nothingIsSaidOfWhatWasNotReadBefore() {
    assertThat(Waits.between(List.of(), List.of(wait("for the source", 8, 90)))).isEmpty();
    assertThat(Waits.between(List.of(wait("for the source", 8, 90)), List.of())).isEmpty();
  }
}

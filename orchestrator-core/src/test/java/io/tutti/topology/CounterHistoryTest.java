package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.CounterInterval;
import io.tutti.model.CounterSample;
import io.tutti.model.Observed;
import io.tutti.model.StatusCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CounterHistoryTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private static CounterSample sample(long second, long uptime, long commits) {
    return new CounterSample(
        START.plusSeconds(second),
        Duration.ofSeconds(uptime),
        StatusCounters.of(Map.of("commits", commits)));
  }

  private static CounterHistory polledUntil(long second) {
    CounterHistory history = CounterHistory.startingWith(sample(0, 100, 0));
    for (long now = 1; now <= second; now++) {
      history = history.with(sample(now, 100 + now, 10 * now));
    }
    return history;
  }

  @Test
  void saysNothingOfAFewSeconds() {
    assertThat(polledUntil(4).interval()).isEmpty();
  }

  @Test
  void showsGrowthSinceTheFirstReadingAtFirst() {
    CounterInterval interval = polledUntil(30).interval().orElseThrow();
    assertThat(interval.length()).isEqualTo(Duration.ofSeconds(30));
    assertThat(interval.growth("commits")).isEqualTo(Observed.known(300L));
  }

  @Test
  void showsGrowthOverOneToTwoMinutesLater() {
    for (long second : new long[] {120, 150, 179, 180, 1000}) {
      assertThat(polledUntil(second).interval().orElseThrow().length())
          .isBetween(Duration.ofMinutes(1), Duration.ofMinutes(2));
    }
  }

  @Test
  void beginsAgainWhenTheServerWasRestarted() {
    CounterHistory restarted = polledUntil(100).with(sample(101, 1, 3));
    assertThat(restarted.interval()).isEmpty();
    assertThat(restarted.with(sample(111, 11, 8)).interval().orElseThrow().growth("commits"))
        .isEqualTo(Observed.known(5L));
  }

  @Test
  void aCounterThatWasResetShowsNothing() {
    CounterHistory flushed = polledUntil(20).with(sample(21, 121, 0)).with(sample(22, 122, 5));
    assertThat(flushed.interval().orElseThrow().growth("commits")).isEqualTo(Observed.known(5L));
    CounterHistory nearlyFlushed = CounterHistory.startingWith(sample(0, 1, 50));
    assertThat(
            nearlyFlushed
                .with(sample(10, 11, 5))
                .interval()
                .orElseThrow()
                .growth("commits")
                .isUnknown())
        .isTrue();
  }
}

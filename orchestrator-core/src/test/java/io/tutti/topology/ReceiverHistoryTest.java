package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.model.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What came, and what only could not be read. */
class ReceiverHistoryTest {
  private static final Instant START = Instant.parse("2026-11-28T12:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(30);

  @Test
  void aHeartbeatThatWasCountedSinceHasArrivedAfterTheReadingBefore() {
    ReceiverHistory history = after(counted(5), counted(5), counted(6));

    assertThat(history.arrivedAfter()).contains(at(1));
    assertThat(history.unchangedSince()).isEqualTo(at(2));
  }

  @Test
  void aCountThatCannotBeReadIsNothingThatHasArrived() {
    ReceiverHistory history = after(counted(5), notCounted(), counted(5));

    assertThat(history.arrivedAfter()).isEmpty();
  }

  /** Nor is it shown that nothing came meanwhile. */
  @Test
  void aCountThatCouldNotBeReadBetweenIsNoSignThatNothingCame() {
    ReceiverHistory history = after(counted(5), notCounted(), counted(6));

    assertThat(history.arrivedAfter()).isEmpty();
    assertThat(history.unchangedSince()).isEqualTo(at(2));
  }

  private static Channels counted(long heartbeats) {
    return Channels.from("a:1").heartbeats(PERIOD, heartbeats);
  }

  private static Channels notCounted() {
    return Channels.from("a:1").heartbeats(PERIOD, Observed.unknown("the table did not answer"));
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  /** Read a second apart. */
  private static ReceiverHistory after(Channels... readings) {
    List<ReceiverHistory> histories =
        ReceiverHistory.after(List.of(), List.of(), START, List.of(readings[0].build()), at(0));
    for (int i = 1; i < readings.length; i++) {
      histories =
          ReceiverHistory.after(
              histories,
              List.of(readings[i - 1].build()),
              at(i - 1),
              List.of(readings[i].build()),
              at(i));
    }
    return histories.getFirst();
  }
}

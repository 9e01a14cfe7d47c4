package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.AckWaits;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.SemiSync;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AckHistoryTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** One reading, so many seconds after the first, of a server that waits for two. */
  private static InstanceState read(int second, AckWaits waits) {
    return read(second, waits, true, 2, 300 + second);
  }

  private static InstanceState read(
      int second, AckWaits waits, boolean isActive, long required, int uptime) {
    return States.of("a:1")
        .observedAt(at(second))
        .uptimeSeconds(uptime)
        .semiSync(
            new SemiSync(
                Observed.known(true),
                Observed.known(isActive),
                Observed.known(required),
                Observed.known(TIMEOUT),
                Observed.known(2L),
                Observed.absent("no replica"),
                Observed.absent("no replica"),
                Observed.known(waits)))
        .build();
  }

  private static AckWaits counting(long withoutAck, long acknowledged, long waiting) {
    return new AckWaits(true, true, withoutAck, acknowledged, waiting);
  }

  private static Instant at(int second) {
    return States.NOW.plusSeconds(second);
  }

  private static Optional<AckHistory> after(InstanceState... readings) {
    Optional<AckHistory> history = Optional.empty();
    Optional<InstanceState> before = Optional.empty();
    for (InstanceState each : readings) {
      history = AckHistory.after(history, before, each);
      before = Optional.of(each);
    }
    return history;
  }

  private static Instant since(InstanceState... readings) {
    return after(readings).orElseThrow().since();
  }

  @Test
  void readingsWhoseCountersDoNotMoveProveThatNoneWentOnWithout() {
    assertThat(since(read(0, counting(4, 9, 0)), read(1, counting(4, 12, 0)))).isEqualTo(at(0));
  }

  @Test
  void oneThatWentOnWithoutBeginsItAgain() {
    assertThat(since(read(0, counting(4, 9, 0)), read(1, counting(5, 12, 0)))).isEqualTo(at(1));
  }

  @Test
  void oneThatDoesNotWaitProvesNothing() {
    assertThat(after(read(0, counting(4, 9, 0)), read(1, counting(4, 9, 0), false, 2, 301)))
        .isEmpty();
  }

  @Test
  void otherSettingsBeginItAgain() {
    assertThat(since(read(0, counting(4, 9, 0)), read(1, counting(4, 9, 0), true, 1, 301)))
        .isEqualTo(at(1));
    assertThat(since(read(0, counting(4, 9, 0)), read(1, new AckWaits(false, true, 4, 9, 0))))
        .isEqualTo(at(1));
  }

  @Test
  void anotherProcessBeginsItAgain() {
    assertThat(since(read(0, counting(0, 9, 0)), read(1, counting(0, 9, 0), true, 2, 0)))
        .isEqualTo(at(1));
    assertThat(since(read(0, counting(0, 9, 0)), read(1, counting(0, 3, 0)))).isEqualTo(at(1));
  }

  @Test
  void itHoldsForTheTimeoutOfTheOldestThatWaits() {
    InstanceState nobody = read(0, counting(0, 9, 0));
    InstanceState one = read(1, counting(0, 9, 1));
    InstanceState stillOne = read(2, counting(0, 9, 1));
    InstanceState another = read(3, counting(0, 11, 1));
    assertThat(after(nobody).orElseThrow().holdsUntil(nobody)).isEqualTo(at(10));
    assertThat(after(nobody, one).orElseThrow().holdsUntil(one)).isEqualTo(at(10));
    assertThat(after(nobody, one, stillOne).orElseThrow().holdsUntil(stillOne)).isEqualTo(at(10));
    assertThat(after(nobody, one, stillOne, another).orElseThrow().holdsUntil(another))
        .isEqualTo(at(12));
  }

  /** It may have waited for all its timeout. */
  @Test
  void oneThatWaitsAtTheFirstReadingMayGoOnAtOnce() {
    InstanceState first = read(0, counting(0, 9, 1));
    assertThat(after(first).orElseThrow().holdsUntil(first)).isEqualTo(at(0));
  }
}

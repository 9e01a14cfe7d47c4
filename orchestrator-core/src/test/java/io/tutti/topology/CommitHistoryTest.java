package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceState;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommitHistoryTest {
  private static Instant at(int second) {
    return States.NOW.plusSeconds(second);
  }

  private static InstanceState stuck(int second, Long... sessions) {
    return States.of("a:1").observedAt(at(second)).stuck("", sessions).build();
  }

  private static Optional<CommitHistory> after(InstanceState... readings) {
    Optional<CommitHistory> history = Optional.empty();
    for (InstanceState each : readings) {
      history = CommitHistory.after(history, each);
    }
    return history;
  }

  @Test
  void countsFromTheFirstReadingThatShowsTheSession() {
    assertThat(after(stuck(0, 20L, 21L), stuck(1, 21L, 22L), stuck(2, 21L, 22L)))
        .contains(new CommitHistory(at(0), Set.of(21L)));
  }

  @Test
  void startsAgainWithOtherSessions() {
    assertThat(after(stuck(0, 20L), stuck(1, 21L))).contains(new CommitHistory(at(1), Set.of(21L)));
  }

  @Test
  void endsAsSoonAsNoneWaits() {
    assertThat(after(stuck(0, 20L), stuck(1))).isEmpty();
    assertThat(after(stuck(0, 20L), States.of("a:1").observedAt(at(1)).build())).isEmpty();
    assertThat(after(stuck(0, 20L), stuck(1), stuck(2, 20L)))
        .contains(new CommitHistory(at(2), Set.of(20L)));
  }

  @Test
  void aRestoredOneHasNone() {
    Node node =
        Node.found(States.of("a:1").build().address(), Optional.empty(), at(0))
            .withState(stuck(0, 20L));

    assertThat(node.commits()).isPresent();
    assertThat(node.asRestored().commits()).isEmpty();
  }
}

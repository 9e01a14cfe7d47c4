package io.tutti.operation.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.crash.Incident;
import io.tutti.fixtures.InMemoryIncidents;
import io.tutti.fixtures.InMemoryStore;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RestartWatchTest {
  private static final Instant BEGAN = States.NOW.minusSeconds(100);
  private static final InstanceAddress A = InstanceAddress.parse("a:1");

  private final InMemoryIncidents incidents = new InMemoryIncidents();
  private final InMemoryStore store = new InMemoryStore();
  private final List<Incident> noticed = new ArrayList<>();
  private final RestartWatch watch = newWatch();

  private RestartWatch newWatch() {
    return new RestartWatch(
        incidents, store, InstantSource.fixed(States.NOW), UnaryOperator.identity(), noticed::add);
  }

  private static InstanceState began(int later, long syncBinlog) {
    return States.of("a:1")
        .startedAt(BEGAN.plusSeconds(later))
        .syncBinlog(Observed.known(syncBinlog))
        .build();
  }

  private static InstanceState silent() {
    return States.of("a:1").startedAt(Observed.unknown("it told no counters")).build();
  }

  @Test
  void eachProcessAfterTheFirstIsAnIncidentOnce() {
    watch.onReading(Optional.empty(), began(0, 1));
    watch.onReading(Optional.empty(), began(0, 0));
    assertThat(noticed).isEmpty();
    watch.onReading(Optional.empty(), began(50, 1));
    watch.onReading(Optional.empty(), began(50, 1));
    watch.onReading(Optional.empty(), began(52, 1));

    assertThat(noticed).hasSize(2);
    assertThat(noticed.getFirst().before().durability().syncBinlog().is(0L)).isTrue();
    assertThat(incidents.latest(Optional.of(A), 9)).hasSize(2);
    assertThat(store.actionsOn(A)).containsExactly("instance.restarted", "instance.restarted");
  }

  @Test
  void aRestartWhileNobodyWatchedIsSeenInWhatAnEarlierControllerKept() {
    watch.onReading(Optional.of(began(0, 1)), began(50, 1));

    assertThat(noticed).hasSize(1);
    newWatch().onReading(Optional.of(began(0, 1)), began(50, 1));
    assertThat(noticed).hasSize(1);
  }

  @Test
  void aReadingThatShowsNothingHidesNoRestart() {
    watch.onReading(Optional.empty(), began(0, 0));
    watch.onReading(Optional.empty(), silent());
    watch.onReading(Optional.empty(), began(0, 0));
    assertThat(noticed).isEmpty();
    watch.onReading(Optional.empty(), silent());
    watch.onReading(Optional.empty(), began(50, 1));

    assertThat(noticed).hasSize(1);
    assertThat(noticed.getFirst().before().durability().syncBinlog().is(0L)).isTrue();
  }

  @Test
  void whatTheStoreDoesNotTakeIsNoticedAgain() {
    watch.onReading(Optional.empty(), began(0, 0));
    incidents.away(true);
    assertThatThrownBy(() -> watch.onReading(Optional.empty(), began(50, 1)))
        .hasMessageContaining("away");
    incidents.away(false);
    watch.onReading(Optional.of(began(50, 1)), began(50, 1));

    assertThat(noticed).hasSize(1);
    assertThat(noticed.getFirst().before().durability().syncBinlog().is(0L)).isTrue();
  }

  @Test
  void anInstanceThatWasForgottenBeginsAfresh() {
    watch.onReading(Optional.empty(), began(0, 0));
    watch.onForgotten(A);
    watch.onReading(Optional.empty(), began(50, 1));

    assertThat(noticed).isEmpty();
  }
}

package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a fleet is saved. */
class FleetTest {
  private static final InstanceAddress DB1 = InstanceAddress.parse("db1:3306");

  private final Fleet fleet = new Fleet();

  private void read(long syncBinlog) {
    InstanceState state = States.of(DB1.toString()).syncBinlog(Observed.known(syncBinlog)).build();
    fleet.record(DB1, state, States.NOW);
  }

  private List<Long> taken(Fleet.Unsaved unsaved) {
    return unsaved.nodes().stream()
        .map(
            node -> node.state().orElseThrow().durability().syncBinlog().asOptional().orElseThrow())
        .toList();
  }

  /** By the settings that a process had last it is judged what it may have lost. */
  @Test
  void settingsThatWereReplacedBeforeTheyWereSavedAreSavedFirst() {
    read(0);
    assertThat(taken(fleet.takeUnsaved())).containsExactly(0L);

    read(1);
    read(1);
    read(0);

    Fleet.Unsaved unsaved = fleet.takeUnsaved();
    assertThat(taken(unsaved)).containsExactly(1L, 0L);
    assertThat(fleet.takeUnsaved().nodes()).isEmpty();
    fleet.putBack(unsaved);
    read(1);
    assertThat(taken(fleet.takeUnsaved())).containsExactly(1L, 0L, 1L);
  }

  /** Whoever comes back later, and in whatever order. */
  @Test
  void aNameThatWasGivenStaysWhereItIs() {
    InstanceAddress next = InstanceAddress.parse("db2:3306");
    fleet.record(DB1, States.of("db1:3306").writable().build(), States.NOW);
    fleet.record(next, States.of("db2:3306").replicatesFrom("db1:3306").build(), States.NOW);
    fleet.snapshot(States.NOW);
    fleet.record(next, States.of("db2:3306").build(), States.NOW);

    fleet.giveName("db1:3306", next, States.NOW);

    assertThat(fleet.takeUnsaved().clusterNames())
        .containsEntry(next, "db1:3306")
        .doesNotContainEntry(DB1, "db1:3306");
    fleet.record(DB1, States.of("db1:3306").writable().build(), States.NOW);
    assertThat(fleet.snapshot(States.NOW).clusterOf(next).orElseThrow().name())
        .isEqualTo("db1:3306");
    fleet.forget(DB1);
    assertThat(fleet.snapshot(States.NOW).clusterOf(next).orElseThrow().name())
        .isEqualTo("db1:3306");
  }

  @Test
  void whatIsForgottenIsNotSavedAnyMore() {
    read(0);
    read(1);

    fleet.forget(DB1);

    assertThat(fleet.takeUnsaved().nodes()).isEmpty();
  }
}

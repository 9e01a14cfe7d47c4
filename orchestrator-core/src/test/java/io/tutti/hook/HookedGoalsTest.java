package io.tutti.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.operation.Planning;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.HookPoint.Moment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HookedGoalsTest {
  @Test
  void eachKindIsOneThatCanBePlanned() {
    assertThat(new SimulatedCluster(Naming.UUIDS).capabilities().plannings())
        .extracting(Planning::goalKind)
        .containsAll(HookedGoals.kinds());
  }

  /** Relocate, detach, attach, and replicate or co-primary. */
  @ParameterizedTest
  @ValueSource(
      strings = {"replica.relocate", "replica.detach", "replica.attach", "replica.join", "rejoin"})
  void whateverChangesWhomAReplicaFollowsIsARelocation(String kind) {
    assertThat(Arrays.stream(Moment.values()).flatMap(each -> HookedGoals.at(each, kind).stream()))
        .extracting(HookPoint::toString)
        .containsExactly("before-relocation", "after-relocation", "aborted-relocation");
  }

  @Test
  void eventsAreWrittenByNameOrByMomentOrAll() {
    assertThat(HookedGoals.parse("before-backup-begin")).hasToString("[before-backup-begin]");
    assertThat(HookedGoals.parse("aborted-*"))
        .allMatch(point -> point.toString().startsWith("aborted-"))
        .hasSize(9);
    assertThat(HookedGoals.parse("*")).isEqualTo(HookedGoals.events()).hasSize(28);
  }

  @Test
  void anEventThatNeverComesIsRefusedWithThoseThatDo() {
    assertThatThrownBy(() -> HookedGoals.parse("before-detection"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no event \"before-detection\"")
        .hasMessageContaining("before-fence, after-fence, aborted-fence");
  }
}

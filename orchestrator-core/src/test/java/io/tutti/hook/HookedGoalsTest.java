package io.tutti.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.operation.Planning;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import org.junit.jupiter.api.Test;

class HookedGoalsTest {
  @Test
  void eachKindIsOneThatCanBePlanned() {
    assertThat(new SimulatedCluster(Naming.UUIDS).capabilities().plannings())
        .extracting(Planning::goalKind)
        .containsAll(HookedGoals.kinds());
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

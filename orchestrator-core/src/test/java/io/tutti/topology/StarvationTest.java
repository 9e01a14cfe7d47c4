package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StarvationTest {
  private static InstanceAddress at(String address) {
    return InstanceAddress.parse(address);
  }

  private static Starvation of(States... states) {
    return Starvation.of(
        States.snapshot(java.util.Arrays.stream(states).map(States::reached).toArray(Node[]::new)));
  }

  @Test
  void allBelowAServerThatLogsNothingLackWhatItReplicatesHoweverFarBelow() {
    Starvation starvation =
        of(
            States.of("a:1"),
            States.of("b:1").logsNothing().replicatesFrom("a:1"),
            States.of("c:1").replicatesFrom("b:1"),
            States.of("d:1").replicatesFrom("c:1"));
    assertThat(starvation.below(at("b:1")))
        .containsOnlyKeys(at("c:1"), at("d:1"))
        .allSatisfy((below, writers) -> assertThat(writers).containsExactly(at("a:1")));
    assertThat(starvation.of(at("d:1")).orElseThrow().keepers()).containsExactly(at("b:1"));
    assertThat(starvation.of(at("b:1"))).isEmpty();
  }

  @Test
  void whoGetsItByAnotherRoadLacksNothing() {
    Starvation starvation =
        of(
            States.of("a:1"),
            States.of("b:1").logsNothing().replicatesFrom("a:1"),
            States.of("c:1").replicatesFrom("b:1").replicatesFrom("a:1"),
            States.of("d:1").replicatesFrom("c:1"));
    assertThat(starvation.below(at("b:1"))).isEmpty();
  }

  @Test
  void twoThatReplicateFromEachOtherNeedNotLogEachOthersWrites() {
    States one = States.of("a:1").logsNothing().replicatesFrom("b:1");
    States other = States.of("b:1").logsNothing().replicatesFrom("a:1");
    assertThat(of(one, other).below(at("a:1"))).isEmpty();
    Starvation withReplica = of(one, other, States.of("c:1").replicatesFrom("a:1"));
    assertThat(withReplica.below(at("a:1"))).containsOnlyKeys(at("c:1"));
    assertThat(withReplica.of(at("c:1")).map(Starvation.Starved::writers))
        .isEqualTo(Optional.of(new java.util.TreeSet<>(List.of(at("b:1")))));
  }

  @Test
  void aRingOfThreeThatIsInterruptedStarvesTheOneBehind() {
    Starvation starvation =
        of(
            States.of("a:1").replicatesFrom("c:1"),
            States.of("b:1").logsNothing().replicatesFrom("a:1"),
            States.of("c:1").replicatesFrom("b:1"));
    assertThat(starvation.below(at("b:1")).get(at("c:1"))).containsExactly(at("a:1"));
    assertThat(starvation.below(at("b:1"))).doesNotContainKey(at("b:1"));
  }

  @Test
  void aLeafThatLogsNothingStarvesNobody() {
    Starvation starvation =
        of(States.of("a:1"), States.of("b:1").logsNothing().replicatesFrom("a:1"));
    assertThat(starvation.below(at("b:1"))).isEmpty();
    assertThat(starvation.of(at("b:1"))).isEmpty();
  }
}

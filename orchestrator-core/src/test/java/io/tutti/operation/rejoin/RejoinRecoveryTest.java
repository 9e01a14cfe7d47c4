package io.tutti.operation.rejoin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.operation.fence.FenceRequest;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.topology.Fence;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is decided about an old source that is back. */
class RejoinRecoveryTest {

  private static Decision decision(SimulatedCluster cluster) {
    assertThat(RejoinRecovery.cases(cluster.view(), RejoinPolicy.OFF)).isEmpty();
    return RejoinRecovery.cases(cluster.view(), RejoinPolicy.AUTO).stream()
        .map(Case::decision)
        .reduce((one, other) -> {
          throw new AssertionError("two cases");
        })
        .orElseThrow();
  }

  @Test
  void oneThatHasNothingMoreRejoins() {
    assertThat(decision(RejoinFaultsTest.back(Naming.UUIDS))).isInstanceOf(Decision.Recover.class);
    assertThat(decision(RejoinFaultsTest.back(Naming.DOMAINS)))
        .isInstanceOf(Decision.Recover.class);
  }

  @Test
  void oneThatHasMoreWaitsForAPerson() {
    assertThat(decision(RejoinFaultsTest.back(Naming.UUIDS, 1)))
        .isInstanceOf(Decision.AskOperator.class);
  }

  @Test
  void oneWithoutGtidsWaitsForAPerson() {
    assertThat(decision(RejoinFaultsTest.back(Naming.PLACES)))
        .isInstanceOf(Decision.AskOperator.class);
  }

  @Test
  void whatAPersonFencedIsLeftAlone() {
    SimulatedCluster cluster = RejoinFaultsTest.back(Naming.UUIDS);
    Fence fence = cluster.fences().find(cluster.server("db1").address()).orElseThrow();
    assertThat(fence.why()).contains(FenceRequest.REPLACED);
    cluster
        .fences()
        .save(
            new Fence(
                fence.id(),
                fence.instance(),
                fence.since(),
                Optional.of("I look at it"),
                fence.incident(),
                fence.shut(),
                fence.before(),
                fence.receivers(),
                fence.members(),
                fence.open()));
    assertThat(RejoinRecovery.cases(cluster.view(), RejoinPolicy.AUTO)).isEmpty();
  }
}

package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.promotion.FailoverTerms.Prefer;
import io.tutti.operation.promotion.FailoverTerms.Unproved;
import io.tutti.plan.Plan;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A source and one of its replicas are dead: what its acknowledgements prove decides. */
class FailoverAcksTest {
  private static final Duration LONG = Duration.ofSeconds(10);

  /** A source db1 that waits for so many of db2 and db3, and has written. */
  private static SimulatedCluster waiting(Naming naming, int required, Duration timeout) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1").requiresAcks(required, timeout);
    cluster.replica("db2", "db1").acknowledges();
    cluster.replica("db3", "db1").acknowledges();
    cluster.world().run(Duration.ofSeconds(20));
    watch(cluster, 2);
    for (int row = 0; row < 4; row++) {
      cluster.world().write(source, "a");
      cluster.world().run(Duration.ofMillis(50));
    }
    watch(cluster, 2);
    return cluster;
  }

  private static void watch(SimulatedCluster cluster, int times) {
    for (int look = 0; look < times; look++) {
      cluster.world().run(Duration.ofSeconds(1));
      cluster.observe();
    }
  }

  private static void bothDie(SimulatedCluster cluster, String replica) {
    cluster.server(replica).kill();
    cluster.world().write(cluster.server("db1"), "a");
    cluster.world().run(Duration.ofMillis(50));
    cluster.server("db1").kill();
    watch(cluster, 10);
  }

  private static Plan failsOver(SimulatedCluster cluster) {
    return assertThatOperation(FailoverFaultsTest.failover(cluster))
        .on(cluster)
        .endsAs(SUCCEEDED)
        .operation()
        .plan();
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whatTheOthersAcknowledgedIsInTheOneThatIsLeft(Naming naming) {
    SimulatedCluster cluster = waiting(naming, 2, LONG);
    bothDie(cluster, "db3");
    Plan plan = failsOver(cluster);
    assertThat(plan.notes().toString())
        .contains(
            "2 acknowledgements",
            "2 servers could acknowledge: db2:3306 (read), db3:3306 (does not answer)",
            "So 1 of them have every acknowledged commit together, and 1 can be read");
    assertThat(cluster.server("db2").takesWrites()).isTrue();
    assertThat(cluster.server("db1").acknowledgedRows()).hasSize(4);
    assertThat(cluster.server("db2").rows()).containsAll(cluster.server("db1").acknowledgedRows());
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void oneAcknowledgementMayBeOfTheOneThatIsAway(Naming naming) {
    SimulatedCluster cluster = waiting(naming, 1, LONG);
    bothDie(cluster, "db3");
    refuses(cluster, "It takes 2 of them to have every acknowledged commit, and 1 can be read");
  }

  @Test
  void withoutSemiSyncNothingIsProved() {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(Naming.UUIDS);
    bothDie(cluster, "db3");
    refuses(
        cluster,
        "Semi-sync does not prove otherwise: commits of db1:3306 do not wait for acknowledgements");
  }

  @Test
  void aSourceThatWentOnWithoutAcknowledgementsProvesNothing() {
    SimulatedCluster cluster = waiting(Naming.UUIDS, 2, LONG);
    cluster.server("db3").kill();
    cluster.world().write(cluster.server("db1"), "a");
    watch(cluster, 15);
    cluster.server("db1").kill();
    watch(cluster, 10);
    refuses(cluster, "db1:3306 continued without acknowledgements");
  }

  /** In half a second nobody reads it again. */
  @Test
  void aTimeoutShorterThanItsDeathIsNoticedProvesNothing() {
    SimulatedCluster cluster = waiting(Naming.UUIDS, 2, Duration.ofMillis(500));
    bothDie(cluster, "db3");
    refuses(cluster, "a commit waits for no longer than 0.5 s");
  }

  @Test
  void oneThatWasRestartedMayHaveDroppedWhatItAcknowledged() {
    SimulatedCluster cluster = waiting(Naming.UUIDS, 2, LONG);
    cluster.server("db2").lock("a");
    bothDie(cluster, "db3");
    cluster.server("db2").kill();
    cluster.world().start(cluster.server("db2"));
    watch(cluster, 1);
    refuses(cluster, "db2:3306 (was restarted, and may have dropped what it had received)");
  }

  /** It was known to have something beyond what the others could have acknowledged. */
  @Test
  void whatOnlyTheOneThatIsAwayHadWasNeverAcknowledged() {
    SimulatedCluster cluster = waiting(Naming.UUIDS, 2, LONG);
    cluster.server("db2").stopReplication();
    cluster.world().write(cluster.server("db1"), "a");
    watch(cluster, 1);
    cluster.server("db2").startReplication();
    cluster.server("db1").kill();
    watch(cluster, 2);
    cluster.server("db3").kill();
    watch(cluster, 8);
    Plan plan = failsOver(cluster);
    assertThat(plan.notes().toString())
        .contains("Given up, as it was never acknowledged: db3:3306 had received");
    assertThat(cluster.server("db2").rows()).containsAll(cluster.server("db1").acknowledgedRows());
  }

  /** db2 is ahead, and waits for a lock; two must acknowledge, so what it alone has was not. */
  private static SimulatedCluster oneIsAhead(int required) {
    SimulatedCluster cluster = waiting(Naming.UUIDS, required, LONG);
    cluster.server("db3").stopReplication();
    cluster.server("db2").lock("a");
    cluster.world().write(cluster.server("db1"), "a");
    watch(cluster, 1);
    cluster.server("db1").kill();
    cluster.server("db3").startReplication();
    watch(cluster, 8);
    cluster.world().after(Duration.ofMinutes(2), () -> cluster.server("db2").unlock("a"));
    return cluster.failingOver(new FailoverTerms(Unproved.REFUSE, Prefer.FAST));
  }

  @Test
  void fastGivesUpWhatWasNeverAcknowledged() {
    SimulatedCluster cluster = oneIsAhead(2);
    Plan plan = failsOver(cluster);
    assertThat(plan.notes().toString())
        .contains("Left out: db2:3306 has received more, which was never acknowledged: ");
    assertThat(cluster.server("db3").takesWrites()).isTrue();
    assertThat(cluster.server("db3").rows()).containsAll(cluster.server("db1").acknowledgedRows());
  }

  @Test
  void fastWaitsForWhatMayHaveBeenAcknowledged() {
    SimulatedCluster cluster = oneIsAhead(1);
    failsOver(cluster);
    assertThat(cluster.server("db2").takesWrites()).isTrue();
    assertThat(cluster.server("db2").rows()).containsAll(cluster.server("db1").acknowledgedRows());
  }

  @Test
  void completeWaitsForAllThatWasReceived() {
    SimulatedCluster cluster = oneIsAhead(2).failingOver(FailoverTerms.USUAL);
    failsOver(cluster);
    assertThat(cluster.server("db2").takesWrites()).isTrue();
  }

  @Test
  void whoWantsItGoesOnWithoutAProofAndReadsWhatMayBeLost() {
    SimulatedCluster cluster =
        SimulatedCluster.withTwoReplicas(Naming.UUIDS)
            .failingOver(new FailoverTerms(Unproved.PROCEED, Prefer.COMPLETE));
    cluster.server("db2").stopReplication();
    cluster.world().write(cluster.server("db1"), "a", 2);
    watch(cluster, 1);
    cluster.server("db2").startReplication();
    cluster.server("db1").kill();
    watch(cluster, 1);
    cluster.server("db3").kill();
    watch(cluster, 8);
    assertThat(failsOver(cluster).notes().toString())
        .contains(
            "Not proved: what db3:3306 alone may have is lost.",
            "May be lost, as db2:3306 lacks it: db1:3306 had executed, when it was read last",
            "(2 transactions)");
    assertThat(cluster.server("db2").takesWrites()).isTrue();
  }

  private static void refuses(SimulatedCluster cluster, String why) {
    assertThatThrownBy(() -> failsOver(cluster))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("may have something that no other has")
        .hasMessageContaining(why);
    assertThat(cluster.server("db2").takesWrites()).isFalse();
  }
}

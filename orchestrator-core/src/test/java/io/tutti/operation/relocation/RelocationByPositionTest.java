package io.tutti.operation.relocation;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * By log position, too: whatever comes in between, a replica replicates from its new source and has
 * exactly its rows, or from its old one and runs as before.
 */
public class RelocationByPositionTest {

  /**
   * db3 is to go below its sibling, which is some seconds behind; rows are written all the time.
   */
  public static SimulatedCluster siblings() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.PLACES);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer behind = cluster.replica("db2", "db1");
    cluster.replica("db3", "db1");
    return writing(cluster, source, behind);
  }

  /** db3 is to go up to the source of its source; the one in between is behind. */
  public static SimulatedCluster chain() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.PLACES);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer between = cluster.replica("db2", "db1");
    cluster.replica("db3", "db2");
    return writing(cluster, source, between);
  }

  private static SimulatedCluster writing(
      SimulatedCluster cluster, SimulatedServer source, SimulatedServer behind) {
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    behind.lock("a");
    cluster.world().write(source, "a", 3);
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    cluster.world().after(Duration.ofSeconds(2), () -> behind.unlock("a"));
    for (int millis = 300; millis < 4_000; millis += 300) {
      cluster.world().after(Duration.ofMillis(millis), () -> writeIfUp(cluster, source));
    }
    return cluster;
  }

  private static void writeIfUp(SimulatedCluster cluster, SimulatedServer source) {
    if (source.isUp()) {
      cluster.world().write(source, "a", 1);
    }
  }

  public static Goal below(SimulatedCluster cluster, String host) {
    return new RelocateRequest(
            cluster.server("db3").address(),
            cluster.server(host).address(),
            Optional.empty(),
            false)
        .toGoal();
  }

  private static void isBelow(SimulatedCluster cluster, String host) {
    cluster.world().run(Duration.ofSeconds(30));
    assertThat(cluster.sourcesOf(cluster.server("db3")))
        .as(cluster::toString)
        .containsExactly(cluster.server(host).address());
    assertThat(cluster.server("db2").rows())
        .as(cluster::toString)
        .containsExactlyElementsOf(cluster.server("db1").rows());
    assertThat(cluster.server("db3").rows())
        .as(cluster::toString)
        .containsExactlyElementsOf(cluster.server("db1").rows());
  }

  private static Sweep sweepBelow() {
    return new Sweep(
        RelocationByPositionTest::siblings,
        cluster -> below(cluster, "db2"),
        (SimulatedCluster cluster, Course course) -> isBelow(cluster, "db2"),
        cluster -> isBelow(cluster, "db1"));
  }

  private static Sweep sweepUp() {
    return new Sweep(
        RelocationByPositionTest::chain,
        cluster -> below(cluster, "db1"),
        (SimulatedCluster cluster, Course course) -> isBelow(cluster, "db1"),
        cluster -> isBelow(cluster, "db2"));
  }

  @Test
  void aReplicaIsMovedBelowItsSibling() {
    assertThat(sweepBelow().plainly()).isNotEmpty();
  }

  @Test
  void aReplicaIsMovedUp() {
    assertThat(sweepUp().plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(Disturbance.class)
  void belowASiblingWhateverComesInBetween(Disturbance disturbance) {
    sweepBelow().with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  @ParameterizedTest
  @EnumSource(Disturbance.class)
  void upWhateverComesInBetween(Disturbance disturbance) {
    sweepUp().with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** At the last poll the one in between was stopped: another move had just stopped it. */
  @Test
  void upAtOnceAfterTheOneInBetweenWasStoppedForAMoment() {
    SimulatedCluster cluster = chain().polledEach(Duration.ofMinutes(1));
    cluster.server("db2").stopReplication();
    cluster.observe();
    cluster.server("db2").startReplication();
    cluster.world().run(Duration.ofSeconds(1));
    assertThatOperation(below(cluster, "db1")).on(cluster).endsAs(SUCCEEDED);
    isBelow(cluster, "db1");
  }

  @Test
  void whereNothingProvesThePlaceItIsRefused() {
    SimulatedCluster cluster = chain();
    cluster.replica("db4", "db1");
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    assertThatThrownBy(
            () -> assertThatOperation(below(cluster, "db4")).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("its position in the binlog of db4:3306 is known only if");
    cluster.server("db2").stopReplication();
    cluster.observe();
    assertThatThrownBy(
            () -> assertThatOperation(below(cluster, "db1")).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("its position in the binlog of db1:3306 is known only if");
  }
}

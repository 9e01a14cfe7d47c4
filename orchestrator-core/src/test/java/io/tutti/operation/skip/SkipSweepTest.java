package io.tutti.operation.skip;

import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in between, one transaction is left out, or none is, and that is what is said. */
class SkipSweepTest {
  /** The fourth row is there already, and two more come after it. */
  private static SimulatedCluster failed(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica = cluster.replica("db2", "db1").keepsRelayLogs();
    cluster.world().write(source, "a", 3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().writeBeforehand(replica, "a");
    cluster.world().write(source, "a", 3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.observe();
    assertThat(cluster.isAnyApplierFailed()).isTrue();
    return cluster;
  }

  private static Goal skip(SimulatedCluster cluster) {
    return new SkipRequest(cluster.server("db2").address(), Optional.empty(), Optional.empty())
        .toGoal();
  }

  private static void isSkipped(SimulatedCluster cluster, Course course) {
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isFalse();
    assertThat(cluster.server("db2").rows())
        .as(cluster::toString)
        .containsExactlyInAnyOrderElementsOf(cluster.server("db1").rows());
  }

  /** Where nothing was skipped, it fails again as soon as it is started. */
  private static void isNotSkipped(SimulatedCluster cluster) {
    cluster.server("db2").startReplication();
    cluster.world().run(Duration.ofSeconds(5));
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isTrue();
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void oneIsLeftOutOrNoneIs(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> failed(naming),
            SkipSweepTest::skip,
            SkipSweepTest::isSkipped,
            SkipSweepTest::isNotSkipped)
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}

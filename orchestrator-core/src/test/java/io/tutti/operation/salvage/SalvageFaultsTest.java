package io.tutti.operation.salvage;

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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in between, the replica is intact again, or it is said what is left to do. */
public class SalvageFaultsTest {
  /** Its binlog has lost its end in a crash of the host, and its rows are all there. */
  public static SimulatedCluster crashed(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica =
        cluster.replica("db2", "db1").configure("sync_binlog", "0").startsNothing();
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    replica.crashLosingBinlogEndOnly(2);
    cluster.world().write(source, "a", 2);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(replica);
    cluster.investigateIncidents();
    return cluster;
  }

  public static Goal salvage(SimulatedCluster cluster) {
    return new SalvageRequest(cluster.server("db2").address()).toGoal();
  }

  private static void isWhole(SimulatedCluster cluster, Course course) {
    assertThat(cluster.server("db2").rows())
        .as(cluster::toString)
        .containsExactlyElementsOf(cluster.server("db1").rows());
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isFalse();
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void theReplicaIsIntactOrItIsSaidWhatIsLeft(Naming naming, Disturbance disturbance) {
    new Sweep(() -> crashed(naming), SalvageFaultsTest::salvage, SalvageFaultsTest::isWhole)
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}

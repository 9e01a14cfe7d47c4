package io.tutti.operation.parallelism;

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
import io.tutti.simulation.Sweep;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in between, replicas have the workers that were wanted or those they had. */
class ParallelismSweepTest {
  private static final String WORKERS = "replica_parallel_workers";

  private static Goal apply(SimulatedCluster cluster) {
    return ParallelismRequest.apply(
            List.of(cluster.server("db2").address(), cluster.server("db3").address()),
            Map.of(WORKERS, "4"),
            false)
        .toGoal(ParallelismRequest.APPLY);
  }

  private static void haveWorkers(SimulatedCluster cluster, String wanted) {
    for (String host : List.of("db2", "db3")) {
      assertThat(cluster.server(host).shows(WORKERS)).as(cluster::toString).isEqualTo(wanted);
    }
  }

  private static void haveFour(SimulatedCluster cluster, Course course) {
    haveWorkers(cluster, "4");
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void theyHaveWhatWasWantedOrWhatTheyHad(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> SimulatedCluster.withTwoReplicas(naming),
            ParallelismSweepTest::apply,
            ParallelismSweepTest::haveFour,
            cluster -> haveWorkers(cluster, "0"))
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}

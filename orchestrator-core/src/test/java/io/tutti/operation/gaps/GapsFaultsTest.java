package io.tutti.operation.gaps;

import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Mishap;
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

/** Whatever comes in between, each transaction is applied once, and what stood stands. */
class GapsFaultsTest {
  /** It was killed when five transactions had run past one that waited for a lock. */
  private static SimulatedCluster withAGap(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica = cluster.replica("db2", "db1").keepsRelayLogs().startsNothing();
    replica.stopReplication();
    replica.unorderedWorkers(4).startReplication();
    cluster.world().write(source, "a", 2);
    cluster.world().write(source, "b", 2);
    cluster.world().run(Duration.ofSeconds(2));
    replica.lock("a");
    cluster.world().write(source, "a", 1);
    cluster.world().write(source, "b", 5);
    cluster.world().run(Duration.ofSeconds(2));
    assertThat(replica.received()).as("the gap").hasSize(1);
    replica.kill();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(replica);
    cluster.world().write(source, "b", 1);
    cluster.observe();
    return cluster;
  }

  private static Goal close(SimulatedCluster cluster) {
    return new GapsRequest(
            cluster.server("db2").address(),
            Optional.empty(),
            GapsRequest.Word.NONE,
            Duration.ofMinutes(1))
        .toGoal();
  }

  private static void isClosed(SimulatedCluster cluster, Course course) {
    assertThat(cluster.server("db2").rows())
        .as(cluster::toString)
        .containsAll(course.received())
        .doesNotHaveDuplicates();
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isFalse();
  }

  static Stream<Arguments> mishaps() {
    return Stream.of(Naming.values())
        .flatMap(naming -> Mishap.with(naming).map(mishap -> Arguments.of(naming, mishap)));
  }

  @ParameterizedTest
  @MethodSource("mishaps")
  void theGapIsClosedOrAsItWas(Naming naming, Mishap mishap) {
    new Sweep(() -> withAGap(naming), GapsFaultsTest::close, GapsFaultsTest::isClosed)
        .with(mishap, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}

package io.tutti.operation.fence;

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

/** Whatever comes in between, a server that started fenced takes writes again, or stays shut. */
class LiftFaultsTest {
  /** Its option file shuts it, it was open, and it was killed. */
  private static SimulatedCluster startedFenced(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source =
        cluster
            .source("db1")
            .configure("read_only", "ON")
            .configure("super_read_only", "ON")
            .configure("offline_mode", "ON");
    source.set("read_only", "OFF");
    source.set("super_read_only", "OFF");
    source.set("offline_mode", "OFF");
    cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    source.kill();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.lookIntoIncidents();
    assertThat(source.takesWrites()).as(cluster::toString).isFalse();
    return cluster;
  }

  private static Goal lift(SimulatedCluster cluster) {
    return new LiftRequest(cluster.server("db1").address(), Optional.empty()).toGoal();
  }

  private static void isOpen(SimulatedCluster cluster, Course course) {
    assertThat(cluster.server("db1").takesWrites()).as(cluster::toString).isTrue();
  }

  static Stream<Arguments> mishaps() {
    return Mishap.withEach(Naming.UUIDS, Naming.PLACES);
  }

  @ParameterizedTest
  @MethodSource("mishaps")
  void itTakesWritesAgainOrStaysShut(Naming naming, Mishap mishap) {
    new Sweep(() -> startedFenced(naming), LiftFaultsTest::lift, LiftFaultsTest::isOpen)
        .with(mishap, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}

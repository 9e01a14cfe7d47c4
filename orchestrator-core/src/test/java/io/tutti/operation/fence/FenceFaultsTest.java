package io.tutti.operation.fence;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
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

/**
 * Whatever comes in between, a server is either fenced, with nobody receiving from it, or all is as
 * it was: nothing is half shut, and no receiver is left stopped.
 */
class FenceFaultsTest {
  private static SimulatedCluster pairs(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    return cluster;
  }

  private static SimulatedCluster fenced(Naming naming) {
    SimulatedCluster cluster = pairs(naming);
    assertThatOperation(fence(cluster)).on(cluster).endsAs(SUCCEEDED);
    return cluster;
  }

  private static Goal fence(SimulatedCluster cluster) {
    return new FenceRequest(cluster.server("db1").address(), Optional.empty(), Optional.empty())
        .toGoal();
  }

  private static Goal unfence(SimulatedCluster cluster) {
    return UnfenceRequest.of(cluster.server("db1").address(), false, Optional.empty()).toGoal();
  }

  private static void isFenced(SimulatedCluster cluster, Course course) {
    SimulatedServer source = cluster.server("db1");
    assertThat(cluster.fences().find(source.address())).as(cluster::toString).isPresent();
    assertThat(source.takesWrites()).as(cluster::toString).isFalse();
  }

  private static void isLetIn(SimulatedCluster cluster, Course course) {
    SimulatedServer source = cluster.server("db1");
    assertThat(cluster.fences().all()).as(cluster::toString).isEmpty();
    assertThat(source.takesWrites()).as(cluster::toString).isTrue();
    assertThat(cluster.isAnyReceiverStopped()).as(cluster::toString).isFalse();
  }

  static Stream<Arguments> mishaps() {
    return Stream.of(Naming.UUIDS, Naming.DOMAINS)
        .flatMap(naming -> Mishap.with(naming).map(mishap -> Arguments.of(naming, mishap)));
  }

  @ParameterizedTest
  @MethodSource("mishaps")
  void aFenceIsRaisedOrNothingIsShut(Naming naming, Mishap mishap) {
    new Sweep(() -> pairs(naming), FenceFaultsTest::fence, FenceFaultsTest::isFenced)
        .with(mishap, SUCCEEDED, UNDONE, FAILED);
  }

  @ParameterizedTest
  @MethodSource("mishaps")
  void aFenceIsLiftedOrStands(Naming naming, Mishap mishap) {
    new Sweep(() -> fenced(naming), FenceFaultsTest::unfence, FenceFaultsTest::isLetIn)
        .with(mishap, SUCCEEDED, UNDONE, FAILED);
  }
}

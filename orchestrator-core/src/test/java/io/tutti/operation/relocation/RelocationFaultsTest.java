package io.tutti.operation.relocation;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever comes in between, a replica replicates from its new source and has lost nothing, or from
 * its old one and runs as before.
 */
class RelocationFaultsTest {
  /** The new source is behind for some seconds: what the replica has is waited for there. */
  private static SimulatedCluster siblings(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer behind = cluster.replica("db2", "db1");
    cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    behind.lock("a");
    cluster.world().write(source, "a", 3);
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    cluster.world().after(Duration.ofSeconds(2), () -> behind.unlock("a"));
    return cluster;
  }

  private static Goal below(SimulatedCluster cluster, String host) {
    return new RelocateRequest(
            cluster.server("db3").address(),
            cluster.server(host).address(),
            Optional.empty(),
            false)
        .toGoal();
  }

  private static void isBelow(SimulatedCluster cluster, String host) {
    cluster.world().run(Duration.ofSeconds(20));
    assertThat(
            cluster
                .observe()
                .find(cluster.server("db3").address())
                .orElseThrow()
                .lastKnownChannels())
        .as(cluster::toString)
        .extracting(Channel::source)
        .containsExactly(cluster.server(host).address());
    assertThat(cluster.server("db3").rows())
        .as(cluster::toString)
        .containsExactlyElementsOf(cluster.server("db1").rows());
  }

  private static Sweep sweep(Naming naming) {
    return new Sweep(
        () -> siblings(naming),
        cluster -> below(cluster, "db2"),
        (cluster, course) -> isBelow(cluster, "db2"),
        cluster -> isBelow(cluster, "db1"));
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.DOMAINS);
  }

  @ParameterizedTest
  @EnumSource(value = Naming.class, mode = Mode.EXCLUDE, names = "PLACES")
  void aReplicaIsMovedBelowItsSibling(Naming naming) {
    assertThat(sweep(naming).plainly()).isNotEmpty();
  }

  /** Below the source of another cluster, and below a replica of it; named or by place. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void notIntoAnotherCluster(Naming naming) {
    for (String other : List.of("other1", "other2")) {
      SimulatedCluster cluster = siblings(naming);
      cluster.source("other1");
      cluster.replica("other2", "other1");
      cluster.world().run(Duration.ofSeconds(5));
      cluster.observe();
      int before = cluster.world().statements().size();

      assertThatThrownBy(
              () -> assertThatOperation(below(cluster, other)).on(cluster).endsAs(SUCCEEDED))
          .isInstanceOf(OrchestratorException.class)
          .hasMessageContaining("they are in different clusters, so their data is not the same");
      assertThat(cluster.world().statements()).hasSize(before);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Naming.class, mode = Mode.EXCLUDE, names = "PLACES")
  void andBack(Naming naming) {
    new Sweep(
            () -> {
              SimulatedCluster cluster = siblings(naming);
              assertThatOperation(below(cluster, "db2")).on(cluster).endsAs(SUCCEEDED);
              cluster.observe();
              return cluster;
            },
            cluster -> below(cluster, "db1"),
            (SimulatedCluster cluster, Course course) -> isBelow(cluster, "db1"))
        .plainly();
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void nothingIsLostWhateverComesInBetween(Naming naming, Disturbance disturbance) {
    sweep(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}

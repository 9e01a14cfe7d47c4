package io.tutti.operation.rebuild;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.Incident;
import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import io.tutti.topology.RebuildMark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in between, the server is a copy that replicates, or it stays marked. */
class RebuildFaultsTest {
  private static SimulatedCluster marked(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    SimulatedServer lost = cluster.replica("db3", "db1").startsNothing();
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    lost.killLosingRows(2);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(lost);
    cluster.world().write(source, "a", 2);
    cluster.world().run(Duration.ofSeconds(2));
    cluster
        .marks()
        .save(
            new RebuildMark(
                lost.address(), cluster.time().instant(), Optional.empty(), Optional.empty()));
    cluster.observe();
    return cluster;
  }

  private static Goal rebuild(SimulatedCluster cluster, String donor) {
    return new RebuildRequest(
            cluster.server("db3").address(),
            RebuildRequest.Act.REBUILD,
            Optional.of(cluster.server(donor).address()),
            Optional.empty(),
            Optional.empty())
        .toGoal();
  }

  private static void isACopy(SimulatedCluster cluster, Course course) {
    assertThat(cluster.server("db3").rows())
        .as(cluster::toString)
        .containsExactlyElementsOf(cluster.server("db1").rows());
    assertThat(cluster.marks().all()).as(cluster::toString).isEmpty();
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.PLACES);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void theServerIsACopyOrStaysMarked(Naming naming, Disturbance disturbance) {
    for (String donor : List.of("db1", "db2")) {
      new Sweep(
              () -> marked(naming), cluster -> rebuild(cluster, donor), RebuildFaultsTest::isACopy)
          .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
    }
  }

  private static void crash(SimulatedCluster cluster, SimulatedServer server) {
    cluster.observe();
    server.kill();
    cluster.world().run(Duration.ofSeconds(5));
    cluster.world().start(server);
    cluster.observe();
  }

  /** What it then lost of its copy nothing has made good. */
  @Test
  void aCrashAfterTheCopyStaysOpen() {
    SimulatedCluster cluster = marked(Naming.UUIDS);
    SimulatedServer rebuilt = cluster.server("db3");
    crash(cluster, rebuilt);
    Incident before = cluster.incidentOf("db3");
    AtomicBoolean isOver = new AtomicBoolean();
    cluster
        .world()
        .whenSaid(said -> {
          if (said.toString().contains("START") && !isOver.getAndSet(true)) {
            crash(cluster, rebuilt);
          }
        });

    assertThatOperation(rebuild(cluster, "db1")).on(cluster).endsAs(SUCCEEDED);

    Incident after = cluster.incidentOf("db3");
    assertThat(after.id()).isNotEqualTo(before.id());
    assertThat(after.closing()).as("%s", after).isEmpty();
    assertThat(cluster.incidents().find(before.id()).orElseThrow().closing()).isPresent();
  }
}

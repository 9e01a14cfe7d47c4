package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.fixtures.OperationScenario;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Of two that replicate from each other, the one takes the place of the other. */
public class CoPrimariesTest {

  /** db1 takes writes, and replicates from db2 as well. */
  public static SimulatedCluster both(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer other = cluster.replica("db2", "db1");
    source.replicatesFrom(other);
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    return cluster;
  }

  private static SimulatedCluster dead(Naming naming) {
    SimulatedCluster cluster = both(naming);
    SimulatedServer other = cluster.server("db2");
    other.lock("a");
    cluster.world().write(cluster.server("db1"), "a", 5);
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    cluster.server("db1").kill();
    for (int look = 0; look < 10; look++) {
      cluster.world().run(Duration.ofSeconds(1));
      cluster.observe();
    }
    cluster.world().after(Duration.ofSeconds(1), () -> other.unlock("a"));
    return cluster;
  }

  private static Goal failover(SimulatedCluster cluster) {
    return new FailoverRequest(
            cluster.server("db1").address(), Optional.empty(), Optional.empty(), Optional.empty())
        .toGoal();
  }

  public static Goal switchover(SimulatedCluster cluster) {
    return new SwitchoverRequest(
            cluster.server("db1").address(),
            Optional.empty(),
            SwitchoverRequest.GRACE,
            SwitchoverRequest.CATCH_UP)
        .toGoal();
  }

  private static void hasTheOther(SimulatedCluster cluster, Course course) {
    assertThat(cluster.server("db2").takesWrites()).as(cluster::toString).isTrue();
    assertThat(cluster.server("db1").isUp() && cluster.server("db1").takesWrites())
        .as(cluster::toString)
        .isFalse();
    assertThat(cluster.server("db2").rows()).as(cluster::toString).containsAll(course.received());
  }

  /** What the new one writes comes to the old one by itself. */
  private static void isSwitched(SimulatedCluster cluster, Course course) {
    hasTheOther(cluster, course);
    cluster.world().write(cluster.server("db2"), "a", 2);
    cluster.world().run(Duration.ofSeconds(20));
    // One that somebody has stopped once the new one takes writes is left, named, and stays shut.
    if (cluster.isReplicating(cluster.server("db1"))) {
      assertThat(cluster.server("db1").rows())
          .as(cluster::toString)
          .containsExactlyElementsOf(cluster.server("db2").rows());
      assertThat(cluster.fences().find(cluster.server("db1").address())).isEmpty();
    }
  }

  private static Sweep failing(Naming naming) {
    return new Sweep(() -> dead(naming), CoPrimariesTest::failover, CoPrimariesTest::hasTheOther);
  }

  private static Sweep switching(Naming naming) {
    return new Sweep(() -> both(naming), CoPrimariesTest::switchover, CoPrimariesTest::isSwitched);
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void theOtherTakesThePlaceOfADeadOne(Naming naming) {
    assertThat(failing(naming).plainly()).isNotEmpty();
  }

  /** By UUID: simulated servers do not leave out otherwise what they wrote and comes back. */
  @Test
  void theOtherTakesThePlaceOfALivingOne() {
    assertThat(switching(Naming.UUIDS).plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(Disturbance.class)
  void aSwitchoverWithADisturbanceAtEachStatement(Disturbance disturbance) {
    switching(Naming.UUIDS).with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void aFailoverWithADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    failing(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** The new one takes writes by then: that nothing is undone for it is said. */
  @Test
  void theOldOneThatDoesNotGoOnIsLeft() {
    SimulatedCluster cluster = both(Naming.UUIDS);
    SimulatedServer old = cluster.server("db1");
    SimulatedServer next = cluster.server("db2");
    cluster
        .world()
        .whenSaid(said -> {
          if (said.server().equals(next.address())
              && said.text().equals("SET GLOBAL read_only = OFF")) {
            old.stopApplier();
          }
        });

    OperationScenario.Ending ending =
        assertThatOperation(switchover(cluster)).on(cluster).endsAs(SUCCEEDED);

    assertThat(ending.events())
        .anySatisfy(event ->
            assertThat(event.message())
                .startsWith("Not done on db1:3306, and nothing else waits for it: The applier"));
    assertThat(next.takesWrites()).isTrue();
    assertThat(old.takesWrites()).isFalse();
  }

  @Test
  void whereTheOldOneWouldNotGoOnItIsRefused() {
    SimulatedCluster cluster = both(Naming.UUIDS);
    cluster.server("db1").stopReplication();
    cluster.observe();
    refuses(cluster, switchover(cluster), "its replication from db2:3306 does not run");
  }

  @Test
  void inALargerRingNobodyTakesThePlace() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    source.replicatesFrom(cluster.replica("db3", "db2"));
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    refuses(cluster, switchover(cluster), "it replicates from db3:3306 itself");
    source.kill();
    refuses(cluster, failover(cluster), "in a ring of more than two");
  }

  private static void refuses(SimulatedCluster cluster, Goal goal, String why) {
    int before = cluster.world().statements().size();
    assertThatThrownBy(() -> assertThatOperation(goal).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining(why);
    assertThat(cluster.world().statements()).hasSize(before);
  }
}

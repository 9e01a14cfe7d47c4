package io.tutti.operation.promotion;

import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.SimulatedServers;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A source gives its place away with its settings and its events, whatever comes in between: never
 * does an event run on two servers, and where all is put back, it runs where it ran.
 */
public class SwitchoverCarryFaultsTest {
  private static final int WRITES = 150;

  public static SimulatedCluster scheduled(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1").scheduling();
    cluster.replica("db2", "db1").configure("replica_parallel_workers", "4");
    cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().write(source, "event d.tick", 1);
    cluster.world().write(source, "event d.tock", 1);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    SwitchoverFaultsTest.writeOn(cluster, WRITES);
    return cluster;
  }

  public static Goal switchover(SimulatedCluster cluster) {
    return new SwitchoverRequest(
            cluster.server("db1").address(),
            Optional.of(cluster.server("db2").address()),
            SwitchoverRequest.GRACE,
            SwitchoverRequest.CATCH_UP)
        .carrying(List.of(Carry.SETTINGS))
        .toGoal();
  }

  private static void runNowhereTwice(SimulatedCluster cluster, Course course) {
    SwitchoverFaultsTest.isReplaced(cluster, course);
    for (SimulatedServer each : cluster.world().all()) {
      if (!each.takesWrites()) {
        assertThat(each.runningEvents()).as("%s%n%s", each.address(), cluster).isEmpty();
      }
    }
  }

  private static void runAsBefore(SimulatedCluster cluster) {
    assertThat(cluster.server("db1").runningEvents())
        .as(cluster::toString)
        .containsExactly("d.tick", "d.tock");
    assertThat(cluster.server("db2").runningEvents()).as(cluster::toString).isEmpty();
  }

  private static Sweep sweep(Naming naming) {
    return new Sweep(
        () -> scheduled(naming),
        SwitchoverCarryFaultsTest::switchover,
        SwitchoverCarryFaultsTest::runNowhereTwice,
        SwitchoverCarryFaultsTest::runAsBefore);
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  /** What nobody waits for is said last. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void settingsAndEventsGoOver(Naming naming) {
    SimulatedCluster cluster = scheduled(naming);
    List<String> said =
        new Sweep(
                () -> cluster,
                SwitchoverCarryFaultsTest::switchover,
                SwitchoverCarryFaultsTest::runNowhereTwice)
            .plainly().stream().map(SimulatedServers.Said::toString).toList();
    assertThat(cluster.server("db2").runningEvents()).containsExactly("d.tick", "d.tock");
    assertThat(cluster.server("db1").setting("replica_parallel_workers")).isEqualTo("4");
    assertThat(cluster.server("db1").setting("event_scheduler")).isEqualTo("ON");
    assertThat(said)
        .containsSubsequence(
            "db1: KEEP OFF EVENT d.tick",
            "db1: KEEP OFF EVENT d.tock",
            "db1: SET GLOBAL read_only = ON",
            "db2: SET GLOBAL read_only = OFF",
            "db2: ENABLE EVENT d.tick",
            "db1: SET GLOBAL replica_parallel_workers=4");
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void withADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    sweep(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED);
  }
}

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
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A replica takes the place of a dead source with its events, whatever comes in between: none runs
 * on a server that replicates.
 */
class FailoverCarryFaultsTest {

  static Goal failover(SimulatedCluster cluster) {
    return new FailoverRequest(
            cluster.server("db1").address(), Optional.empty(), Optional.empty(), Optional.empty())
        .toGoal();
  }

  private static Goal leaving(SimulatedCluster cluster) {
    return new FailoverRequest(
            cluster.server("db1").address(), Optional.empty(), Optional.empty(), Optional.empty())
        .leaving(List.of(Leave.EVENTS))
        .toGoal();
  }

  private static SimulatedServer next(SimulatedCluster cluster) {
    return cluster.world().all().stream()
        .filter(SimulatedServer::takesWrites)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nobody takes writes\n" + cluster));
  }

  private static void runWhereWritesAreTaken(SimulatedCluster cluster, Course course) {
    FailoverFaultsTest.isReplaced(cluster, course);
    runNowhereElse(cluster);
  }

  /** A restart may have shut who has taken the place; it is the source all the same. */
  static void runNowhereElse(SimulatedCluster cluster) {
    for (SimulatedServer each : cluster.world().all()) {
      if (!cluster.sourcesOf(each).isEmpty()) {
        assertThat(each.runningEvents()).as("%s%n%s", each.address(), cluster).isEmpty();
      }
    }
  }

  private static Sweep sweep(Naming naming) {
    return new Sweep(
        () -> FailoverFaultsTest.deadAndScheduling(naming),
        FailoverCarryFaultsTest::failover,
        FailoverCarryFaultsTest::runWhereWritesAreTaken,
        FailoverCarryFaultsTest::runNowhereElse);
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  /** What nobody waits for is said last. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void eventsRunOnceWritesAreTaken(Naming naming) {
    SimulatedCluster cluster = FailoverFaultsTest.deadAndScheduling(naming);
    List<String> said =
        new Sweep(
                () -> cluster,
                FailoverCarryFaultsTest::failover,
                FailoverCarryFaultsTest::runWhereWritesAreTaken)
            .plainly().stream().map(SimulatedServers.Said::toString).toList();
    SimulatedServer next = next(cluster);
    String host = next.address().host();
    assertThat(next.runningEvents()).containsExactly("d.tick");
    assertThat(said)
        .containsSubsequence(
            host + ": SET GLOBAL read_only = OFF",
            host + ": ENABLE EVENT d.tick",
            host + ": SET GLOBAL event_scheduler = ON");
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whoLeavesThemHasThemRunNowhere(Naming naming) {
    SimulatedCluster cluster = FailoverFaultsTest.deadAndScheduling(naming);
    new Sweep(() -> cluster, FailoverCarryFaultsTest::leaving, FailoverFaultsTest::isReplaced)
        .plainly();
    assertThat(next(cluster).runningEvents()).isEmpty();
    assertThat(next(cluster).setting("event_scheduler")).isEqualTo("OFF");
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void withADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    sweep(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED);
  }
}

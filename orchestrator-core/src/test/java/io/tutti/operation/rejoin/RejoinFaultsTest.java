package io.tutti.operation.rejoin;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.fence.UnfenceRequest;
import io.tutti.operation.promotion.FailoverRequest;
import io.tutti.plan.Goal;
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
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An old source is back after a failover: it replicates from the new one, or is fenced as before.
 */
public class RejoinFaultsTest {

  /** db1 is back and fenced, and db2 or db3 has its place. */
  public static SimulatedCluster back(Naming naming) {
    return back(naming, 0);
  }

  /**
   * @param alone so many rows it wrote that nobody received
   */
  static SimulatedCluster back(Naming naming, int alone) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    SimulatedServer source = cluster.server("db1");
    if (alone > 0) {
      cluster.world().write(source, "a", alone);
    }
    source.kill();
    for (int look = 0; look < 10; look++) {
      cluster.world().run(Duration.ofSeconds(1));
      cluster.observe();
    }
    Goal failover =
        new FailoverRequest(source.address(), Optional.empty(), Optional.empty(), Optional.empty())
            .toGoal();
    assertThatOperation(failover).on(cluster).endsAs(SUCCEEDED);
    cluster.world().write(writer(cluster), "a", 2);
    cluster.world().start(source);
    cluster.world().run(Duration.ofSeconds(5));
    cluster.investigateIncidents();
    return cluster;
  }

  private static SimulatedServer writer(SimulatedCluster cluster) {
    return cluster.world().all().stream()
        .filter(SimulatedServer::takesWrites)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nobody takes writes\n" + cluster));
  }

  public static Goal rejoin(SimulatedCluster cluster) {
    return new RejoinRequest(cluster.server("db1").address(), Optional.empty()).toGoal();
  }

  private static void isHome(SimulatedCluster cluster) {
    SimulatedServer former = cluster.server("db1");
    SimulatedServer now = writer(cluster);
    assertThat(cluster.sourcesOf(former)).as(cluster::toString).containsExactly(now.address());
    assertThat(cluster.isReplicating(former)).as(cluster::toString).isTrue();
    assertThat(cluster.fences().find(former.address())).isEmpty();
    assertThat(former.takesWrites()).isFalse();
    cluster.world().run(Duration.ofSeconds(20));
    assertThat(former.rows()).as(cluster::toString).containsExactlyInAnyOrderElementsOf(now.rows());
  }

  private static Sweep sweep(Naming naming) {
    return new Sweep(
        () -> back(naming),
        RejoinFaultsTest::rejoin,
        (cluster, course) -> isHome(cluster),
        cluster -> {});
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.DOMAINS);
  }

  @ParameterizedTest
  @EnumSource(value = Naming.class, mode = Mode.EXCLUDE, names = "PLACES")
  void itReplicatesFromWhoHasItsPlace(Naming naming) {
    assertThat(sweep(naming).plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void whateverComesInBetween(Naming naming, Disturbance disturbance) {
    sweep(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  @Test
  void whatItHasMoreKeepsItOut() {
    refuses(back(Naming.UUIDS, 1), "has 1 transaction that ");
  }

  @Test
  void ofItsOwnDomainToo() {
    refuses(back(Naming.DOMAINS, 1), "it has transactions that ");
  }

  /** Also by a fence that does not say who was beside it, as of a switchover that got stuck. */
  @Test
  void unfenceIsRefusedWhileAnotherOneTakesWrites() {
    SimulatedCluster cluster = back(Naming.UUIDS);
    Goal unfence = new UnfenceRequest(cluster.server("db1").address(), Optional.empty()).toGoal();
    assertThatThrownBy(() -> assertThatOperation(unfence).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("takes writes")
        .hasMessageContaining("rejoin db1:3306");
    assertThat(cluster.server("db1").takesWrites()).isFalse();
  }

  @Test
  void byPositionNothingIsProved() {
    refuses(back(Naming.PLACES), "has no GTIDs");
  }

  private static void refuses(SimulatedCluster cluster, String why) {
    int before = cluster.world().statements().size();
    assertThatThrownBy(() -> assertThatOperation(rejoin(cluster)).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining(why);
    assertThat(cluster.world().statements().subList(before, cluster.world().statements().size()))
        .as("what was said to servers")
        .isEmpty();
    assertThat(cluster.fences().find(cluster.server("db1").address())).isPresent();
  }
}

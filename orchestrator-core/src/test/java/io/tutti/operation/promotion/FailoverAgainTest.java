package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.promotion.FailoverTerms.Prefer;
import io.tutti.operation.promotion.FailoverTerms.Unproved;
import io.tutti.plan.Goal;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A replica did not answer while another one took the place, and is back below the dead source. */
class FailoverAgainTest {

  private static SimulatedCluster leftBehind(Naming naming) {
    SimulatedCluster cluster =
        FailoverFaultsTest.dead(naming)
            .failingOver(new FailoverTerms(Unproved.PROCEED, Prefer.COMPLETE));
    cluster.server("db3").kill();
    look(cluster, 3);
    assertThatOperation(FailoverFaultsTest.failover(cluster)).on(cluster).endsAs(SUCCEEDED);
    assertThat(cluster.server("db2").takesWrites()).isTrue();
    cluster.world().start(cluster.server("db3"));
    look(cluster, 10);
    assertThat(cluster.sourcesOf(cluster.server("db3")))
        .containsExactly(cluster.server("db1").address());
    return cluster;
  }

  private static void look(SimulatedCluster cluster, int times) {
    for (int look = 0; look < times; look++) {
      cluster.world().run(Duration.ofSeconds(1));
      cluster.observe();
    }
  }

  private static void isRefused(SimulatedCluster cluster, Optional<String> force) {
    Goal goal =
        new FailoverRequest(
                cluster.server("db1").address(), Optional.empty(), Optional.empty(), force)
            .toGoal();
    int before = cluster.world().statements().size();
    assertThatThrownBy(() -> assertThatOperation(goal).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("db2:3306 has its place")
        .hasMessageContaining("so db3:3306 would be a second one");
    assertThat(cluster.world().statements()).hasSize(before);
    assertThat(cluster.world().all().stream().filter(SimulatedServer::takesWrites))
        .containsExactly(cluster.server("db2"));
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void itDoesNotBecomeASecondSource(Naming naming) {
    isRefused(leftBehind(naming), Optional.empty());
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void norByForce(Naming naming) {
    isRefused(leftBehind(naming), Optional.of("db1 is gone"));
  }

  /** Who has the place may be away, too. */
  @ParameterizedTest
  @CsvSource({"UUIDS", "DOMAINS"})
  void norWhileTheNewSourceIsAway(Naming naming) {
    SimulatedCluster cluster = leftBehind(naming);
    cluster.server("db2").kill();
    look(cluster, 3);
    int before = cluster.world().statements().size();
    assertThatThrownBy(() ->
            assertThatOperation(FailoverFaultsTest.failover(cluster)).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("db2:3306 has its place");
    assertThat(cluster.world().statements()).hasSize(before);
  }
}

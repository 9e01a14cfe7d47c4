package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.FailoverHold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An intermediate source is dead: whatever comes in between, its replicas replicate from another
 * server and have all that they had received, or are as they were.
 */
class IntermediateFailoverTest {

  /** db1 has all that db3 and db4 have received from db2, which is dead. */
  private static SimulatedCluster dead(Naming naming) {
    SimulatedCluster cluster = chain(naming);
    SimulatedServer source = cluster.server("db1");
    SimulatedServer behind = cluster.server("db3");
    behind.lock("a");
    cluster.world().write(source, "a", 5);
    return killed(cluster, behind);
  }

  /** db2 has written something itself, which db3 and db4 have received. */
  private static SimulatedCluster deadWithItsOwn(Naming naming) {
    SimulatedCluster cluster = chain(naming);
    SimulatedServer intermediate = cluster.server("db2").configure("read_only", "OFF");
    SimulatedServer behind = cluster.server("db3");
    behind.lock("a");
    cluster.world().write(intermediate, "a", 3);
    return killed(cluster, behind);
  }

  private static SimulatedCluster chain(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    cluster.replica("db3", "db2");
    cluster.replica("db4", "db2");
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    return cluster;
  }

  private static SimulatedCluster killed(SimulatedCluster cluster, SimulatedServer behind) {
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    cluster.server("db2").kill();
    look(cluster);
    cluster.world().after(Duration.ofSeconds(2), () -> behind.unlock("a"));
    return cluster;
  }

  private static void look(SimulatedCluster cluster) {
    for (int look = 0; look < 10; look++) {
      cluster.world().run(Duration.ofSeconds(1));
      cluster.observe();
    }
  }

  private static Goal failover(SimulatedCluster cluster) {
    return failover(cluster, Optional.empty());
  }

  private static Goal failover(SimulatedCluster cluster, Optional<String> to) {
    return new FailoverRequest(
            cluster.server("db2").address(),
            to.map(host -> cluster.server(host).address()),
            Optional.empty(),
            Optional.empty())
        .toGoal();
  }

  private static void replicates(SimulatedCluster cluster, String host, String from) {
    assertThat(cluster.sourcesOf(cluster.server(host)))
        .as(cluster::toString)
        .containsExactly(cluster.server(from).address());
  }

  private static void isBelow(SimulatedCluster cluster, Course course) {
    cluster.world().run(Duration.ofSeconds(20));
    for (String host : List.of("db3", "db4")) {
      replicates(cluster, host, "db1");
      assertThat(cluster.server(host).rows())
          .as(cluster::toString)
          .containsAll(course.received())
          .containsExactlyElementsOf(cluster.server("db1").rows());
    }
    assertThat(cluster.fences().find(cluster.server("db2").address())).isEmpty();
  }

  private static Sweep sweep(Naming naming) {
    return new Sweep(
        () -> dead(naming),
        IntermediateFailoverTest::failover,
        IntermediateFailoverTest::isBelow,
        cluster -> {
          replicates(cluster, "db3", "db2");
          replicates(cluster, "db4", "db2");
        });
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.DOMAINS);
  }

  @ParameterizedTest
  @EnumSource(value = Naming.class, mode = Mode.EXCLUDE, names = "PLACES")
  void itsReplicasReplicateFromItsSource(Naming naming) {
    assertThat(sweep(naming).plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void withADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    sweep(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** What the dead one wrote is kept: the replica that has all of it takes the others along. */
  @Test
  void whatItWroteItselfIsKept() {
    SimulatedCluster cluster = deadWithItsOwn(Naming.UUIDS);
    assertThatOperation(failover(cluster)).on(cluster).endsAs(SUCCEEDED);
    cluster.world().write(cluster.server("db1"), "a", 2);
    cluster.world().run(Duration.ofSeconds(20));
    List<InstanceAddress> sources =
        Stream.of("db3", "db4")
            .flatMap(host -> cluster.sourcesOf(cluster.server(host)).stream())
            .toList();
    assertThat(sources)
        .as(cluster::toString)
        .contains(cluster.server("db1").address())
        .doesNotContain(cluster.server("db2").address());
    assertThat(cluster.server("db3").rows())
        .as(cluster::toString)
        .hasSize(9)
        .containsExactlyInAnyOrderElementsOf(cluster.server("db4").rows());
  }

  private static List<Decision> decisions(SimulatedCluster cluster) {
    return FailoverRecovery.cases(
            cluster.view(),
            new FailoverSettings(
                new FailoverSettings.OfCluster(FailoverPolicy.AUTO, Duration.ofHours(1)),
                List.of()),
            new FailoverRecovery.Known(
                new ClusterAliases(new TreeMap<>()), cluster.records().holds().all(), List.of()),
            cluster.time().instant())
        .stream()
        .map(Case::decision)
        .toList();
  }

  private static Goal wanted(SimulatedCluster cluster) {
    assertThat(decisions(cluster)).singleElement().isInstanceOf(Decision.Recover.class);
    return ((Decision.Recover) decisions(cluster).getFirst()).goal();
  }

  /** It is not tried again and again for who stays below it; its cluster is not held. */
  @ParameterizedTest
  @EnumSource(value = Naming.class, mode = Mode.EXCLUDE, names = "PLACES")
  void byItselfOnceInAWhile(Naming naming) {
    SimulatedCluster cluster = dead(naming);
    cluster.server("db4").kill();
    cluster.world().run(Duration.ofSeconds(3));
    assertThatOperation(wanted(cluster)).on(cluster).endsAs(SUCCEEDED);
    replicates(cluster, "db3", "db1");
    replicates(cluster, "db4", "db2");
    cluster.world().start(cluster.server("db4"));
    look(cluster);
    assertThat(decisions(cluster))
        .singleElement()
        .satisfies(decision -> {
          assertThat(decision).isInstanceOf(Decision.AskOperator.class);
          assertThat(decision.reason()).contains("is left to a person until", "now db4:3306.");
        });

    cluster.server("db1").kill();
    look(cluster);
    assertThat(decisions(cluster)).hasAtLeastOneElementOfType(Decision.Recover.class);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void byItselfWithADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> dead(naming),
            IntermediateFailoverTest::wanted,
            (cluster, course) -> {
              isBelow(cluster, course);
              assertThat(cluster.records().holds().all())
                  .singleElement()
                  .matches(FailoverHold::isIntermediate);
            },
            cluster -> assertThat(cluster.records().holds().all()).isEmpty())
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  @Test
  void byDomainsWhatItWroteItselfIsRefused() {
    refuses(deadWithItsOwn(Naming.DOMAINS), "so their place there is not known");
  }

  @Test
  void byPositionItIsRefused() {
    refuses(dead(Naming.PLACES), "its position in the binlog of another server is not known");
  }

  @Test
  void oneThatAnswersIsNotFailedOver() {
    SimulatedCluster cluster = dead(Naming.UUIDS);
    cluster.world().start(cluster.server("db2"));
    cluster.world().run(Duration.ofSeconds(2));
    refuses(cluster, "it answers");
  }

  @Test
  void whereItsSourceIsDeadTooItIsRefused() {
    SimulatedCluster cluster = dead(Naming.UUIDS);
    cluster.server("db1").kill();
    refuses(cluster, "its own source db1:3306 does not answer either");
  }

  private static void refuses(SimulatedCluster cluster, String why) {
    int before = cluster.world().statements().size();
    assertThatThrownBy(() -> assertThatOperation(failover(cluster)).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining(why);
    assertThat(cluster.world().statements()).hasSize(before);
  }
}

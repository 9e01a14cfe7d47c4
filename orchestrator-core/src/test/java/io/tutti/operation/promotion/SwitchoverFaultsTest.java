package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.Fault.VERIFICATION_FAILS;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A source gives its place away while clients write, whatever comes in between: then one replica
 * has all that any server has, takes writes alone, and all others replicate from it; or all is as
 * it was; or it is said what is left.
 */
class SwitchoverFaultsTest {
  private static final Duration BETWEEN_WRITES = Duration.ofMillis(20);
  private static final int WRITES = 150;

  /** Clients write to whoever takes writes, so long as the operation may last. */
  static SimulatedCluster written(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    writeOn(cluster, WRITES);
    return cluster;
  }

  static void writeOn(SimulatedCluster cluster, int left) {
    cluster
        .world()
        .after(
            BETWEEN_WRITES,
            () -> {
              cluster.world().all().stream()
                  .filter(SimulatedServer::isUp)
                  .filter(SimulatedServer::takesWrites)
                  .forEach(each -> cluster.world().write(each, "a"));
              if (left > 0) {
                writeOn(cluster, left - 1);
              }
            });
  }

  static Goal switchover(SimulatedCluster cluster) {
    return to(cluster, Optional.empty());
  }

  private static Goal to(SimulatedCluster cluster, Optional<String> host) {
    return new SwitchoverRequest(
            cluster.server("db1").address(),
            host.map(cluster::server).map(SimulatedServer::address),
            SwitchoverRequest.GRACE,
            SwitchoverRequest.CATCH_UP)
        .toGoal();
  }

  static void isReplaced(SimulatedCluster cluster, Course course) {
    SimulatedServer source =
        cluster.world().all().stream()
            .filter(SimulatedServer::takesWrites)
            .findFirst()
            .orElseThrow(() -> new AssertionError("nobody takes writes\n" + cluster));
    assertThat(source.address().host()).as(cluster::toString).isNotEqualTo("db1");
    assertThat(cluster.sourcesOf(source)).as(cluster::toString).isEmpty();
    for (SimulatedServer each : cluster.world().all()) {
      if (each != source && !isLeft(cluster, each)) {
        assertThat(cluster.sourcesOf(each)).as(cluster::toString).containsExactly(source.address());
        assertThat(source.rows()).as(cluster::toString).containsAll(each.rows());
        if (cluster.isReplicating(each)) {
          assertThat(each.rows()).as(cluster::toString).containsAll(source.rows());
        }
      }
    }
  }

  /** The old one could not be made to replicate: it is kept shut, and said so. */
  private static boolean isLeft(SimulatedCluster cluster, SimulatedServer server) {
    return server.address().host().equals("db1")
        && !server.takesWrites()
        && cluster.sourcesOf(server).isEmpty()
        && cluster.fences().find(server.address()).isPresent();
  }

  private static Sweep sweep(Naming naming) {
    return new Sweep(
        () -> written(naming), SwitchoverFaultsTest::switchover, SwitchoverFaultsTest::isReplaced);
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aReplicaTakesThePlace(Naming naming) {
    assertThat(sweep(naming).plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void withADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    sweep(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED);
  }

  /** What was read of the source grows with each write: that is no other plan. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void aPlanThatWaitsForItsTurnWhileClientsWriteIsStillRight(Naming naming) {
    SimulatedCluster cluster = written(naming);
    Plan first = planned(cluster);

    cluster.world().run(BETWEEN_WRITES.multipliedBy(20));
    cluster.observe();

    assertThat(planned(cluster).doesTheSameAs(first)).isTrue();
  }

  private static Plan planned(SimulatedCluster cluster) {
    return cluster.capabilities().plannings().stream()
        .filter(each -> each.goalKind().equals(SwitchoverRequest.SWITCHOVER))
        .findFirst()
        .orElseThrow()
        .plan(switchover(cluster), Deadline.after(Duration.ofMinutes(1)));
  }

  /** A transaction that it applies waits for a lock: nobody is kept from writing for that. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void aReplicaThatDoesNotCatchUpShutsNothing(Naming naming) {
    SimulatedCluster cluster = written(naming);
    cluster.server("db2").lock("a");
    cluster.server("db3").lock("a");
    cluster.world().write(cluster.server("db1"), "a", 3);
    Course course = Course.of(cluster);
    int before = cluster.world().statements().size();
    course.holds(
        assertThatOperation(switchover(cluster))
            .on(cluster)
            .endsAs(UNDONE, FAILED)
            .because(
                ended -> assertThat(ended.why().sentence()).contains("Writes continue as before")),
        List.of());
    assertThat(cluster.world().statements().subList(before, cluster.world().statements().size()))
        .noneMatch(said -> said.text().contains("read_only"));
  }

  /**
   * A restart shuts the next one again, and a later step fails: the old one is not opened, as what
   * clients wrote to the next one is nowhere else; the next one is opened again.
   */
  @ParameterizedTest
  @EnumSource(names = {"UUIDS", "DOMAINS"})
  void whatTheNextOneTookIsNotLeftBehind(Naming naming) {
    SimulatedCluster cluster = written(naming);
    SimulatedServer old = cluster.server("db1");
    SimulatedServer next = cluster.server("db2");
    SortedSet<Long> taken = new TreeSet<>();
    AtomicBoolean wasRestarted = new AtomicBoolean();
    cluster
        .world()
        .whenSaid(said -> {
          if (next.takesWrites()
              && said.text().contains("START")
              && !wasRestarted.getAndSet(true)) {
            cluster.world().write(next, "a").ifPresent(each -> taken.add(each.row()));
            next.kill();
            next.start();
          }
        });
    assertThatOperation(switchover(cluster))
        .on(cluster)
        .experiencing(VERIFICATION_FAILS)
        .before("stop the replication of db2:3306 from db1:3306")
        .endsAs(SUCCEEDED)
        .because(ended -> assertThat(ended.why().sentence()).contains("nothing is undone for it"));
    assertThat(taken).isNotEmpty();
    assertThat(next.rows()).containsAll(taken);
    assertThat(next.takesWrites()).isTrue();
    assertThat(old.takesWrites()).isFalse();
  }

  @Test
  void whomATagPrefersIsTaken() {
    SimulatedCluster cluster = written(Naming.UUIDS);
    cluster.tag("db3", "promotion", "prefer");
    new Sweep(() -> cluster, SwitchoverFaultsTest::switchover, SwitchoverFaultsTest::isReplaced)
        .plainly();
    assertThat(cluster.server("db3").takesWrites()).isTrue();
  }

  @Test
  void whoMustNotBePromotedIsRefusedAlsoByName() {
    SimulatedCluster cluster = written(Naming.UUIDS);
    cluster.tag("db3", "promotion", "must_not");
    assertThatThrownBy(() ->
            assertThatOperation(to(cluster, Optional.of("db3"))).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("must not be promoted");
  }

  /** One takes writes and others' passwords, the other one a password to replicate. */
  @ParameterizedTest
  @ValueSource(strings = {"db1", "db2"})
  void oneThatIsOnlyReportedIsGivenNoPassword(String stranger) {
    SimulatedCluster cluster = written(Naming.UUIDS);
    cluster.world().strangers().add(cluster.server(stranger).address());
    int before = cluster.world().statements().size();

    assertThatThrownBy(() ->
            assertThatOperation(to(cluster, Optional.of("db2"))).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("is known only from what other servers report. Nothing was changed.");

    assertThat(cluster.world().statements()).hasSize(before);
  }
}

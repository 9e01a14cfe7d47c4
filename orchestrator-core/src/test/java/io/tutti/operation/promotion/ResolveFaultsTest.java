package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A crashed source is replaced, whatever comes in between: then one replica has all that any had
 * received, takes writes alone, and the other follows it; or all is as it was.
 */
public class ResolveFaultsTest {
  /** Both replicas have received what they have not applied; the source has lost three rows. */
  static SimulatedCluster crashed(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1").configure("innodb_flush_log_at_trx_commit", "0");
    SimulatedServer first = cluster.replica("db2", "db1");
    SimulatedServer second = cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    first.lock("a");
    second.lock("a");
    cluster.world().write(source, "a", 5);
    cluster.world().run(Duration.ofSeconds(1));
    source.killLosingRows(3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    cluster.world().after(Duration.ofMillis(900), () -> first.unlock("a"));
    cluster.world().after(Duration.ofMillis(1_800), () -> second.unlock("a"));
    return cluster;
  }

  /** What it wrote after it lost rows is to be applied by nobody, and both have received it. */
  public static SimulatedCluster wroteOn(boolean applies) {
    SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);
    SimulatedServer source = cluster.source("db1").configure("innodb_flush_log_at_trx_commit", "0");
    SimulatedServer first = cluster.replica("db2", "db1");
    SimulatedServer second = cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 8);
    cluster.world().run(Duration.ofSeconds(20));
    if (applies) {
      first.lock("a");
      second.lock("a");
    } else {
      first.startsNothing().stopApplier();
      second.startsNothing().stopApplier();
    }
    cluster.world().write(source, "a", 3);
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    source.killLosingRows(3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.world().write(source, "a", 2);
    cluster.world().run(Duration.ofSeconds(1));
    cluster.investigateIncidents();
    cluster.world().after(Duration.ofSeconds(2), () -> first.unlock("a"));
    cluster.world().after(Duration.ofSeconds(4), () -> second.unlock("a"));
    return cluster;
  }

  public static Goal resolve(SimulatedCluster cluster) {
    return new ResolveRequest(
            cluster.server("db1").address(), cluster.incidentOf("db1").id(), Optional.empty())
        .toGoal();
  }

  private static void isReplaced(SimulatedCluster cluster, Course course) {
    SimulatedServer successor =
        cluster.world().all().stream()
            .filter(SimulatedServer::takesWrites)
            .findFirst()
            .orElseThrow(() -> new AssertionError("nobody takes writes\n" + cluster));
    assertThat(successor.address().host()).as(cluster::toString).isNotEqualTo("db1");
    assertThat(successor.rows()).as(cluster::toString).containsAll(course.received());
    assertThat(cluster.fences().find(cluster.server("db1").address())).isPresent();
  }

  private static Sweep sweep(Naming naming) {
    return new Sweep(
        () -> crashed(naming), ResolveFaultsTest::resolve, ResolveFaultsTest::isReplaced);
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
  @EnumSource(Disturbance.class)
  void whatTheSourceWroteOnIsLeftOutWhateverComesInBetween(Disturbance disturbance) {
    new Sweep(
            () -> wroteOn(false),
            ResolveFaultsTest::resolve,
            ResolveFaultsTest::isReplacedBeforeThat)
        // What it is not to apply goes with its channel, which nobody gives back.
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** While the follower is being stopped, the successor applies what it is not to have. */
  @Test
  void aSuccessorThatWentOnMeanwhileIsNotTaken() {
    SimulatedCluster cluster = wroteOn(true);
    Course course = Course.of(cluster);
    course.holds(
        assertThatOperation(resolve(cluster))
            .on(cluster)
            .endsAs(UNDONE)
            .because(
                ended -> assertThat(ended.why().sentence()).contains("which it should not have")),
        List.of());
  }

  /** It alone has received what the source lost, and has not applied it. */
  private static SimulatedCluster withOneReplica(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1").configure("innodb_flush_log_at_trx_commit", "0");
    SimulatedServer replica = cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    replica.lock("a");
    cluster.world().write(source, "a", 5);
    cluster.world().run(Duration.ofSeconds(1));
    source.killLosingRows(3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    cluster.world().after(Duration.ofSeconds(2), () -> replica.unlock("a"));
    return cluster;
  }

  /** A restart with relay_log_recovery drops what was received, or a start of both threads does. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void aSuccessorThatDroppedWhatItHadReceivedIsNotTaken(Naming naming) {
    new Sweep(
            () -> withOneReplica(naming), ResolveFaultsTest::resolve, ResolveFaultsTest::isReplaced)
        .with(Disturbance.SERVER_KILLED, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** Nothing brings it: nobody waits for it. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void whatASuccessorDroppedIsNotWaitedFor(Naming naming) {
    SimulatedCluster cluster = withOneReplica(naming);
    cluster
        .world()
        .whenSaid(said -> {
          if (said.text().startsWith("STOP RECEIVER")) {
            cluster.world().after(Duration.ofMillis(500), () -> restart(cluster, "db2"));
          }
        });
    Instant began = cluster.time().instant();
    assertThatOperation(resolve(cluster))
        .on(cluster)
        .endsAs(UNDONE, FAILED)
        .because(ended ->
            assertThat(ended.why().sentence())
                .contains("db2:3306 has no longer what it had received of db1:3306"));
    assertThat(Duration.between(began, cluster.time().instant())).isLessThan(Duration.ofMinutes(5));
  }

  /** One replica applies what it is to have, and has received what the source wrote on. */
  private static SimulatedCluster wroteOnAboveOne() {
    SimulatedCluster cluster = withOneReplica(Naming.UUIDS);
    cluster.world().write(cluster.server("db1"), "a", 2);
    cluster.world().run(Duration.ofSeconds(1));
    cluster.investigateIncidents();
    return cluster;
  }

  /** Its applier was started up to a place, and must not stop there where all is restored. */
  @Test
  void anApplierThatWasStartedUpToAPlaceRunsOnWhereAllIsPutBack() {
    new Sweep(
            ResolveFaultsTest::wroteOnAboveOne,
            ResolveFaultsTest::resolve,
            ResolveFaultsTest::isReplacedBeforeThat)
        .with(Disturbance.SERVER_KILLED, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  private static void restart(SimulatedCluster cluster, String host) {
    cluster.server(host).kill();
    cluster.world().start(cluster.server(host));
  }

  private static void isReplacedBeforeThat(SimulatedCluster cluster, Course course) {
    SimulatedServer successor =
        cluster.world().all().stream()
            .filter(SimulatedServer::takesWrites)
            .findFirst()
            .orElseThrow(() -> new AssertionError("nobody takes writes\n" + cluster));
    assertThat(successor.rows())
        .as(cluster::toString)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 11).boxed().toList());
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void withADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    sweep(naming).with(disturbance, SUCCEEDED, UNDONE, FAILED);
  }
}

package io.tutti.operation.fence;

import static io.tutti.operation.fixtures.Fault.DISPLACED;
import static io.tutti.operation.fixtures.Fault.VERIFICATION_FAILS;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.operation.fixtures.OperationScenario.step;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.plan.Reason;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import io.tutti.topology.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever comes in between, a server is either fenced, with nobody receiving from it, or all is as
 * it was: nothing is half shut, and no receiver is left stopped.
 */
class FenceFaultsTest {
  private static SimulatedCluster fenced(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    assertThatOperation(fence(cluster)).on(cluster).endsAs(SUCCEEDED);
    return cluster;
  }

  private static Goal fence(SimulatedCluster cluster) {
    return new FenceRequest(cluster.server("db1").address(), Optional.empty(), Optional.empty())
        .toGoal();
  }

  private static Goal unfence(SimulatedCluster cluster) {
    return UnfenceRequest.of(cluster.server("db1").address(), false, Optional.empty()).toGoal();
  }

  private static void isFenced(SimulatedCluster cluster, Course course) {
    SimulatedServer source = cluster.server("db1");
    assertThat(cluster.fences().find(source.address())).as(cluster::toString).isPresent();
    assertThat(source.takesWrites()).as(cluster::toString).isFalse();
  }

  private static void isLetIn(SimulatedCluster cluster, Course course) {
    SimulatedServer source = cluster.server("db1");
    assertThat(cluster.fences().all()).as(cluster::toString).isEmpty();
    assertThat(source.takesWrites()).as(cluster::toString).isTrue();
    assertThat(cluster.isAnyReceiverStopped()).as(cluster::toString).isFalse();
  }

  /** Somebody's STOP of the applier of db2 waits for a lock, and the server goes on with it. */
  private static SimulatedCluster withAStopThatWaits() {
    return withAStopThatWaits(SimulatedCluster.withTwoReplicas(Naming.UUIDS));
  }

  private static SimulatedCluster withAStopThatWaits(SimulatedCluster cluster) {
    cluster.server("db2").lock("a");
    cluster.world().write(cluster.server("db1"), "a");
    cluster.world().run(Duration.ofSeconds(1));
    cluster.server("db2").stopApplier();
    return cluster;
  }

  private static void letGo(SimulatedCluster cluster) {
    cluster.server("db2").unlock("a");
    cluster.world().run(Duration.ofSeconds(5));
  }

  private static boolean receives(SimulatedCluster cluster, String host) {
    return cluster.server(host).isReceiving();
  }

  private static List<String> leftOpen(SimulatedCluster cluster) {
    return cluster.fences().find(cluster.server("db1").address()).orElseThrow().open();
  }

  private static Goal unfenceByForce(SimulatedCluster cluster) {
    return UnfenceRequest.of(cluster.server("db1").address(), true, Optional.of("all is well"))
        .toGoal();
  }

  private static void succeeds(SimulatedCluster cluster, Goal goal) {
    assertThatOperation(goal).on(cluster).endsAs(SUCCEEDED);
  }

  @Test
  void aReplicaThatStillCarriesOutAnEarlierStopIsLeftAndReported() {
    SimulatedCluster cluster = withAStopThatWaits();

    succeeds(cluster, fence(cluster));

    assertThat(cluster.server("db1").takesWrites()).isFalse();
    assertThat(receives(cluster, "db2")).isTrue();
    assertThat(receives(cluster, "db3")).isFalse();
    assertThat(leftOpen(cluster))
        .filteredOn(reported -> reported.contains("was not stopped"))
        .singleElement()
        .satisfies(reported ->
            assertThat(reported)
                .startsWith("The receiver of db2:3306 was not stopped: ")
                .contains("an earlier STOP still waits"));
  }

  /** It stays where it was, and the fence says that it may go on receiving. */
  @Test
  void aReplicaThatReportsNothingWhileAStopWaitsIsNamed() {
    SimulatedCluster cluster = withAStopThatWaits();
    cluster.server("db2").hideChannelsWhileAStopWaits();
    InstanceAddress replica = cluster.server("db2").address();
    Cluster around = cluster.observe().clusterOf(cluster.server("db1").address()).orElseThrow();
    assertThat(around.members()).contains(replica);
    assertThat(cluster.observe().find(replica).orElseThrow().state().orElseThrow().channels())
        .matches(Observed::isUnknown);

    succeeds(cluster, fence(cluster));

    assertThat(leftOpen(cluster))
        .anyMatch(reported -> reported.startsWith("The receiver of db2:3306 was not stopped: "));
    letGo(cluster);
    assertThat(cluster.observe().find(replica).orElseThrow().hidden()).isEmpty();
  }

  @Test
  void whatItStopsLateIsStartedWhenTheFenceIsLifted() {
    SimulatedCluster cluster = withAStopThatWaits();
    succeeds(cluster, fence(cluster));
    letGo(cluster);
    assertThat(receives(cluster, "db2")).isFalse();

    succeeds(cluster, unfenceByForce(cluster));
    cluster.world().run(Duration.ofSeconds(5));

    assertThat(cluster.isAnyReceiverStopped()).as(cluster::toString).isFalse();
  }

  @Test
  void whatItMayStopYetIsSaidWhenTheFenceIsLifted() {
    SimulatedCluster cluster = withAStopThatWaits();
    succeeds(cluster, fence(cluster));

    OperationScenario.Ending lifted =
        assertThatOperation(unfenceByForce(cluster)).on(cluster).endsAs(SUCCEEDED);
    assertThat(lifted.events())
        .anyMatch(event -> event.message().contains("start it by hand once it is stopped"));
    assertThat(lifted.operation().plan().notes())
        .anyMatch(note ->
            note.toString().contains("db2:3306 did not answer the STOP of its receiver at "));
    assertThat(cluster.server("db1").takesWrites()).isTrue();
    assertThat(receives(cluster, "db3")).isTrue();

    letGo(cluster);
    assertThat(receives(cluster, "db2")).isFalse();
  }

  /** Its receiver would fetch again what was applied; clients wait for the source. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReplicaThatMustNotBeStartedKeepsNobodyOut(boolean answersTheStop) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(Naming.PLACES);
    BinlogPosition old = cluster.server("db1").binlogEnd();
    cluster.world().write(cluster.server("db1"), "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    if (!answersTheStop) {
      withAStopThatWaits(cluster);
    }
    succeeds(cluster, fence(cluster));
    letGo(cluster);
    // A person has tried, which leaves no error of the source that was shut.
    cluster.server("db2").startReceivers();
    cluster.server("db2").stopReplication();
    cluster.server("db2").forgetReceived(old);

    OperationScenario.Ending lifted =
        assertThatOperation(unfenceByForce(cluster)).on(cluster).endsAs(SUCCEEDED);

    assertThat(lifted.events())
        .anyMatch(event -> event.message().contains("It was left, and is not started: "));
    assertThat(cluster.server("db1").takesWrites()).isTrue();
    assertThat(receives(cluster, "db2")).isFalse();
    assertThat(receives(cluster, "db3")).isTrue();
  }

  /** As after a crash of the source meanwhile, or when a person is to stop the lifting so. */
  @ParameterizedTest
  @MethodSource("momentsOfLifting")
  void aFenceThatDisplacesTheLiftingOfAnEarlierOneStays(String step, Moment moment) {
    SimulatedCluster cluster = fenced(Naming.UUIDS);
    cluster.world().run(Duration.ofSeconds(5));
    InstanceAddress source = cluster.server("db1").address();
    Goal again = new FenceRequest(source, Optional.of("again"), Optional.empty()).toGoal();

    assertThatOperation(unfenceByForce(cluster))
        .on(cluster)
        .displacedBy(again)
        .experiencing(DISPLACED)
        .at(moment, step(step))
        .endsAs(UNDONE, FAILED)
        .because(ended ->
            assertThat(ended.why().sentence())
                .containsAnyOf(
                    "db1:3306 was fenced again (again), after this was planned.",
                    Reason.PLAN_CHANGED.sentence()));

    assertThat(cluster.server("db1").takesWrites()).as(cluster::toString).isFalse();
    assertThat(cluster.fences().find(source).orElseThrow().why()).contains("again");
    assertThat(receives(cluster, "db2")).isFalse();
    assertThat(receives(cluster, "db3")).isFalse();

    succeeds(cluster, unfenceByForce(cluster));
    cluster.world().run(Duration.ofSeconds(5));
    isLetIn(cluster, Course.of(cluster));
  }

  static Stream<Arguments> momentsOfLifting() {
    return Moment.inEach(
        List.of("forget that", "of db1:3306 as it was", "start the receiver of db3"),
        Moment.FORWARD);
  }

  /** Whoever starts it has a reason: the fence stands, and says so. */
  @Test
  void aReceiverThatSomebodyStartsMeanwhileIsReported() {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(Naming.UUIDS);
    cluster
        .world()
        .whenSaid(said -> {
          if (said.server().host().equals("db3")) {
            // Both are stopped at the same time.
            await().until(() -> !receives(cluster, "db2"));
            cluster.server("db2").startReceivers();
          }
        });

    succeeds(cluster, fence(cluster));

    assertThat(receives(cluster, "db2")).isTrue();
    assertThat(leftOpen(cluster))
        .anyMatch(reported ->
            reported.startsWith("The receiver of db2:3306 was not stopped: It runs again"));
  }

  /** The STOP that waits still is carried out before, and that of the lifting first of all. */
  @Test
  void whatItStopsWhileTheFenceIsLiftedIsStartedToo() {
    SimulatedCluster cluster = withAStopThatWaits();
    succeeds(cluster, fence(cluster));
    cluster
        .world()
        .whenSaid(said -> {
          if (said.text().contains("START")) {
            letGo(cluster);
          }
        });

    succeeds(cluster, unfenceByForce(cluster));
    cluster.world().run(Duration.ofSeconds(5));

    assertThat(receives(cluster, "db2")).isTrue();
  }

  /** What watches over it comes too late to see it open, and puts nobody out. */
  @Test
  void whoCameInAtARestartMeanwhileIsPutOutToo() {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(Naming.DOMAINS);
    SimulatedServer source = cluster.server("db1");
    AtomicBoolean wasRestarted = new AtomicBoolean();
    cluster
        .world()
        .whenSaid(said -> {
          if (said.server().host().equals("db3") && !wasRestarted.getAndSet(true)) {
            source.kill();
            source.start();
          }
        });

    succeeds(cluster, fence(cluster));

    assertThat(cluster.world().statements())
        .filteredOn(said -> said.text().equals("END SESSIONS"))
        .as(cluster::toString)
        .hasSize(2);
  }

  /** Clients wait for the source: it is opened, and what is left is said. */
  @Test
  void aFenceThatIsUndoneMeanwhileOpensItsSource() {
    SimulatedCluster cluster = withAStopThatWaits();

    assertThatOperation(fence(cluster))
        .on(cluster)
        .experiencing(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step("try to write"))
        .endsAs(STUCK)
        .because(ended ->
            assertThat(ended.why().sentence())
                .contains("\"stop the receiver of db2:3306\" could not be undone"));

    assertThat(cluster.fences().all()).isEmpty();
    assertThat(cluster.server("db1").takesWrites()).isTrue();
    assertThat(receives(cluster, "db3")).isTrue();
  }

  /** Whatever becomes of what is said to a replica, that is no reason to let clients in again. */
  @ParameterizedTest
  @MethodSource("disturbances")
  void noReplicaUndoesTheFenceOfItsSource(Naming naming, Disturbance disturbance) {
    Sweep sweep =
        new Sweep(
            () -> SimulatedCluster.withTwoReplicas(naming),
            FenceFaultsTest::fence,
            FenceFaultsTest::isFenced);
    sweep.at(said -> !said.server().host().equals("db1"), disturbance, SUCCEEDED);
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.DOMAINS);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void aFenceIsRaisedOrNothingIsShut(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> SimulatedCluster.withTwoReplicas(naming),
            FenceFaultsTest::fence,
            FenceFaultsTest::isFenced)
        .with(disturbance, SUCCEEDED, UNDONE, FAILED);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void aFenceIsLiftedOrStays(Naming naming, Disturbance disturbance) {
    new Sweep(() -> fenced(naming), FenceFaultsTest::unfence, FenceFaultsTest::isLetIn)
        .with(disturbance, SUCCEEDED, UNDONE, FAILED);
  }
}

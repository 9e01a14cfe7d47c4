package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.operation.fixtures.Fault;
import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A replica that does not answer a STOP keeps nobody from leaving a crashed source behind, unless
 * it may have what no other one has.
 */
class ResolveHangingTest {
  /** What db3 applies waits for a lock, so that no STOP of its applier is answered. */
  private static SimulatedCluster withAFollowerThatHangs(Naming naming, boolean inAnEarlierStop) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1").configure("innodb_flush_log_at_trx_commit", "0");
    cluster.replica("db2", "db1");
    SimulatedServer hanging = cluster.replica("db3", "db1");
    cluster.replica("db4", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    hanging.lock("a");
    cluster.world().write(source, "a", 5);
    cluster.world().run(Duration.ofSeconds(1));
    if (inAnEarlierStop) {
      hanging.stopApplier();
    }
    source.killLosingRows(3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    return cluster;
  }

  static Stream<Arguments> hanging() {
    return Stream.of(Naming.values())
        .flatMap(naming -> Stream.of(true, false).map(earlier -> Arguments.of(naming, earlier)));
  }

  private static void isReplacedWithoutDb3(SimulatedCluster cluster) {
    assertThat(cluster.server("db2").takesWrites()).as(cluster::toString).isTrue();
    assertThat(sourceOf(cluster, "db4")).isEqualTo("db2");
    assertThat(sourceOf(cluster, "db3")).isEqualTo("db1");
    assertThat(cluster.fences().find(cluster.server("db1").address()).orElseThrow().open())
        .as(cluster::toString)
        .anySatisfy(reported ->
            assertThat(reported)
                .startsWith("db3:3306 was left out by operation ")
                .endsWith(
                    " Its channel still has db1:3306 as its source. To use it again, mark it for a"
                        + " rebuild, then rebuild it.")
                .doesNotContain(".."));
  }

  private static String sourceOf(SimulatedCluster cluster, String host) {
    InstanceAddress replica = cluster.server(host).address();
    return cluster.observe().linksOf(replica).getFirst().source().host();
  }

  @ParameterizedTest
  @MethodSource("hanging")
  void aFollowerThatHangsInAStopIsLeftAndReported(Naming naming, boolean inAnEarlierStop) {
    SimulatedCluster cluster = withAFollowerThatHangs(naming, inAnEarlierStop);
    Course course = Course.of(cluster);

    course.holds(assertThatOperation(resolve(cluster)).on(cluster).endsAs(SUCCEEDED), List.of());

    isReplacedWithoutDb3(cluster);
  }

  /** The fence was there before, and an earlier resolve had left the replica behind. */
  @Test
  void whatAnEarlierResolveLeftIsNotTakenForDone() {
    SimulatedCluster cluster = withAFollowerThatHangs(Naming.UUIDS, false);
    cluster.server("db3").unlock("a");
    cluster.world().run(Duration.ofSeconds(5));
    InstanceAddress lost = cluster.server("db1").address();
    assertThatOperation(new FenceRequest(lost, Optional.empty(), Optional.empty()).toGoal())
        .on(cluster)
        .endsAs(SUCCEEDED);
    cluster
        .fences()
        .find(lost)
        .ifPresent(fence ->
            cluster
                .fences()
                .save(
                    fence
                        .leavingOpen("db3:3306 was left out: as an earlier release told it.")
                        .leavingOpen("db3:3306 was left out by operation 20261120-1: it hung.")));

    assertThatOperation(resolve(cluster))
        .on(cluster)
        .experiencing(Fault.CONTROLLER_KILLED)
        .at(
            Moment.AFTER_JOURNAL,
            OperationScenario.step("let db3:3306 replicate from db2:3306, by GTID"))
        .afterRestart()
        .endsAs(SUCCEEDED);

    assertThat(sourceOf(cluster, "db3")).isEqualTo("db2");
    assertThat(cluster.fences().find(lost).orElseThrow().open())
        .noneMatch(reported -> reported.startsWith("db3:3306 was left out"));
  }

  /** Where what it waits for ends meanwhile, its place is known. */
  @Test
  void byPositionOneThatIsLateIsWaitedFor() {
    SimulatedCluster cluster = withAFollowerThatHangs(Naming.PLACES, false);
    Course course = Course.of(cluster);
    cluster
        .world()
        .whenSaid(said -> {
          if (said.toString().startsWith("db2: STOP BOTH")) {
            cluster.server("db3").unlock("a");
          }
        });

    course.holds(assertThatOperation(resolve(cluster)).on(cluster).endsAs(SUCCEEDED), List.of());

    assertThat(sourceOf(cluster, "db3")).isEqualTo("db2");
  }

  /** Its disk is full, so its receiver does not stop before there is room; then much is left. */
  @Test
  void byPositionOneWhoseReceiverStopsLateAppliesWhatItReceived() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.PLACES);
    SimulatedServer source = cluster.source("db1").configure("innodb_flush_log_at_trx_commit", "0");
    cluster.replica("db2", "db1");
    SimulatedServer late = cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    late.lock("a");
    cluster.world().write(source, "a", 60);
    cluster.world().run(Duration.ofSeconds(20));
    late.fillDisk();
    source.killLosingRows(3);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    Course course = Course.of(cluster);
    AtomicBoolean isSuccessorStopped = new AtomicBoolean();
    cluster
        .world()
        .whenSaid(said -> {
          if (said.toString().startsWith("db2: STOP BOTH")) {
            isSuccessorStopped.set(true);
          } else if (isSuccessorStopped.get() && said.toString().startsWith("db3: STOP RECEIVER")) {
            late.freeDisk();
            late.unlock("a");
          }
        });

    course.holds(assertThatOperation(resolve(cluster)).on(cluster).endsAs(SUCCEEDED), List.of());

    assertThat(sourceOf(cluster, "db3")).isEqualTo("db2");
  }

  /** It answers, and does not show what it has received while its STOP waits. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void oneThatMayHaveWhatNobodyElseHasIsNotLeft(Naming naming) {
    SimulatedCluster cluster = withAFollowerThatHangs(naming, true);
    cluster.server("db3").hideChannelsWhileAStopWaits();
    OperationScenario scenario = assertThatOperation(resolve(cluster)).on(cluster);

    assertThatThrownBy(() -> scenario.endsAs(SUCCEEDED))
        .hasMessageContaining(
            "db3:3306 may have something that no other has: what it replicates is not known")
        .hasMessageContaining("SHOW FULL PROCESSLIST on db3:3306");
    assertThat(cluster.server("db1").takesWrites()).isTrue();
  }

  /** The same where it shows only once the source is fenced. */
  @Test
  void oneThatStopsReportingMeanwhileIsNotLeft() {
    SimulatedCluster cluster = withAFollowerThatHangs(Naming.UUIDS, false);
    SimulatedServer hanging = cluster.server("db3");
    cluster
        .world()
        .whenSaid(said -> {
          if (said.text().contains("offline_mode")) {
            hanging.hideChannelsWhileAStopWaits();
            hanging.stopApplier();
          }
        });

    assertThatOperation(resolve(cluster))
        .on(cluster)
        .endsAs(UNDONE, STUCK)
        .because(ended ->
            assertThat(ended.why().sentence())
                .contains("db3:3306 may have received what no other replica has"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSuccessorThatHangsIsNamed(boolean inAnEarlierStop) {
    SimulatedCluster cluster = withAFollowerThatHangs(Naming.UUIDS, inAnEarlierStop);
    Goal named =
        new ResolveRequest(
                cluster.server("db1").address(),
                cluster.incidentOf("db1").id(),
                Optional.of(cluster.server("db3").address()))
            .toGoal();
    assertThatOperation(named)
        .on(cluster)
        .endsAs(UNDONE, STUCK)
        .because(ended ->
            assertThat(ended.why().sentence())
                .containsAnyOf(
                    "db3:3306, which is to be promoted, still waits for an earlier STOP",
                    "db3:3306 has not applied"));
  }

  /** When somebody's STOP of the successor's applier begins to wait. */
  private enum Hangs {
    BEFORE,
    WHILE_THE_SOURCE_IS_FENCED,
    JUST_BEFORE_ITS_RECEIVER_IS_STOPPED
  }

  static Stream<Arguments> hangingSuccessors() {
    return Stream.of(Naming.values())
        .flatMap(naming -> Stream.of(Hangs.values()).map(since -> Arguments.of(naming, since)));
  }

  private static OperationScenario withASuccessorThatHangs(SimulatedCluster cluster, Hangs since) {
    SimulatedServer hanging = cluster.server("db3");
    cluster
        .world()
        .whenSaid(said -> {
          boolean isMoment =
              switch (since) {
                case BEFORE -> false;
                case WHILE_THE_SOURCE_IS_FENCED -> said.text().contains("read_only = ON");
                case JUST_BEFORE_ITS_RECEIVER_IS_STOPPED ->
                    said.server().equals(hanging.address()) && said.text().equals("STOP RECEIVER");
              };
          if (isMoment) {
            hanging.stopApplier();
          }
        });
    return assertThatOperation(
            new ResolveRequest(
                    cluster.server("db1").address(),
                    cluster.incidentOf("db1").id(),
                    Optional.of(hanging.address()))
                .toGoal())
        .on(cluster);
  }

  /** It is not known when that STOP is carried out, so nothing counts as restored before. */
  @ParameterizedTest
  @MethodSource("hangingSuccessors")
  void aSuccessorWhoseStopHangsIsReportedWithWhatToDo(Naming naming, Hangs since) {
    SimulatedCluster cluster = withAFollowerThatHangs(naming, since == Hangs.BEFORE);
    Course course = Course.of(cluster);

    course.holds(
        withASuccessorThatHangs(cluster, since)
            .endsAs(STUCK)
            .because(ended -> {
              assertThat(ended.why().sentence())
                  .contains("db3:3306, which is to be promoted, still waits for an earlier STOP")
                  .contains("\"stop the receiver of db3:3306\" could not be undone")
                  .contains("Until a STOP is answered its receiver may be stopped at any time.")
                  .contains("Not yet as before: after \"keep that db1:3306 is fenced");
              assertThat(ended.why().remedies().list())
                  .extracting(Object::toString)
                  .first()
                  .isEqualTo("look at SHOW PROCESSLIST on db3:3306 for what it waits for");
            }),
        List.of());
  }

  /** And what is to be done works: all is restored. */
  @ParameterizedTest
  @MethodSource("hangingSuccessors")
  void onceTheLockIsGoneARetryPutsAllBack(Naming naming, Hangs since) {
    SimulatedCluster cluster = withAFollowerThatHangs(naming, since == Hangs.BEFORE);
    Course course = Course.of(cluster);

    course.holds(
        withASuccessorThatHangs(cluster, since)
            .retriedAfter(() -> {
              cluster.server("db3").unlock("a");
              cluster.world().run(Duration.ofSeconds(5));
            })
            .endsAs(UNDONE),
        List.of("db3"));

    assertThat(cluster.fences().all()).isEmpty();
    assertThat(cluster.server("db1").takesWrites()).isTrue();
    assertThat(cluster.server("db3").isReceiving()).isTrue();
  }

  private static Goal resolve(SimulatedCluster cluster) {
    return new ResolveRequest(
            cluster.server("db1").address(), cluster.incidentOf("db1").id(), Optional.empty())
        .toGoal();
  }

  static Stream<Arguments> disturbances() {
    return Stream.of(Naming.UUIDS, Naming.PLACES)
        .flatMap(naming -> Stream.of(Disturbance.values()).map(each -> Arguments.of(naming, each)));
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void whateverComesInBetweenItIsLeftOrAllIsPutBack(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> withAFollowerThatHangs(naming, false),
            ResolveHangingTest::resolve,
            (cluster, course) -> assertThat(cluster.server("db2").takesWrites()).isTrue())
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }
}

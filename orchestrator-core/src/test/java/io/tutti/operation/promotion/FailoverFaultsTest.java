package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.Fault.SERVER_RESTARTED;
import static io.tutti.operation.fixtures.Fault.VERIFICATION_FAILS;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.Planning;
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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A source is dead, and its replicas have received what they have not applied: whatever comes in
 * between, one of them has all of it and takes writes alone; or all is as it was.
 */
public class FailoverFaultsTest {

  public static SimulatedCluster dead(Naming naming) {
    return dead(naming, Duration.ofMillis(1_800));
  }

  /** The same, where one event ran on the source. */
  static SimulatedCluster deadAndScheduling(Naming naming) {
    return dead(naming, Duration.ofMillis(1_800), true);
  }

  private static SimulatedCluster dead(Naming naming, Duration locked) {
    return dead(naming, locked, false);
  }

  /**
   * @param locked how long a client keeps the second one from applying
   * @param schedules whether an event runs on the source
   */
  private static SimulatedCluster dead(Naming naming, Duration locked, boolean schedules) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer first = cluster.replica("db2", "db1");
    SimulatedServer second = cluster.replica("db3", "db1");
    if (schedules) {
      cluster.world().write(source.scheduling(), "event d.tick", 1);
    }
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    first.lock("a");
    second.lock("a");
    cluster.world().write(source, "a", 5);
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    source.kill();
    for (int look = 0; look < 10; look++) {
      cluster.world().run(Duration.ofSeconds(1));
      cluster.observe();
    }
    cluster.world().after(Duration.ofMillis(900), () -> first.unlock("a"));
    cluster.world().after(locked, () -> second.unlock("a"));
    return cluster;
  }

  public static Goal failover(SimulatedCluster cluster) {
    return failover(cluster, Optional.empty());
  }

  /** The same as a policy begins it. */
  public static Goal byItself(SimulatedCluster cluster) {
    return FailoverRequest.ofBest(cluster.server("db1").address(), Optional.of(Duration.ofHours(1)))
        .toGoal();
  }

  private static Goal failover(SimulatedCluster cluster, Optional<String> atLeast) {
    return new FailoverRequest(
            cluster.server("db1").address(), Optional.empty(), atLeast, Optional.empty())
        .toGoal();
  }

  static void isReplaced(SimulatedCluster cluster, Course course) {
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
        () -> dead(naming), FailoverFaultsTest::failover, FailoverFaultsTest::isReplaced);
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

  /** Its cluster is in hold then, and in none where all was restored. */
  @ParameterizedTest
  @MethodSource("disturbances")
  void byItselfWithADisturbanceAtEachStatement(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> dead(naming),
            FailoverFaultsTest::byItself,
            (cluster, course) -> {
              isReplaced(cluster, course);
              assertThat(cluster.records().holds().all())
                  .singleElement()
                  .satisfies(
                      hold -> assertThat(hold.lost()).isEqualTo(cluster.server("db1").address()));
            },
            cluster -> assertThat(cluster.records().holds().all()).isEmpty())
        .with(disturbance, SUCCEEDED, UNDONE, FAILED);
  }

  /**
   * Two have received as much: who has applied it first was shown, and the other one has it now.
   */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void whoWasShownTakesThePlaceThoughAnotherHasAppliedAsMuchSince(Naming naming) {
    SimulatedCluster cluster = dead(naming, Duration.ofMillis(300));
    cluster.world().run(Duration.ofMillis(600));
    cluster.observe();
    Planning planning =
        cluster.capabilities().plannings().stream()
            .filter(each -> each.goalKind().equals(FailoverRequest.FAILOVER))
            .findFirst()
            .orElseThrow();
    Plan shown = planning.plan(failover(cluster), Deadline.after(Duration.ofMinutes(1)));
    assertThat(shown.successor()).contains(cluster.server("db3").address());

    cluster.world().run(Duration.ofSeconds(2));
    cluster.observe();

    Plan again = planning.planAgain(shown, Deadline.after(Duration.ofMinutes(1)));
    assertThat(again.successor()).isEqualTo(shown.successor());
    assertThat(again.doesTheSameAs(shown)).isTrue();
    assertThat(planning.plan(failover(cluster), Deadline.after(Duration.ofMinutes(1))).successor())
        .as("whoever asks now is shown another one")
        .contains(cluster.server("db2").address());
  }

  private static SimulatedCluster deadAndWrittenTo(Naming naming) {
    SimulatedCluster cluster = dead(naming, Duration.ofMillis(800));
    SwitchoverFaultsTest.writeOn(cluster, 200);
    return cluster;
  }

  private static void othersFollow(SimulatedCluster cluster, Course course) {
    isReplaced(cluster, course);
    cluster.world().run(Duration.ofSeconds(10));
    SimulatedServer successor =
        cluster.world().all().stream()
            .filter(SimulatedServer::takesWrites)
            .findFirst()
            .orElseThrow();
    assertThat(cluster.world().all())
        .filteredOn(each -> each != successor && each != cluster.server("db1"))
        .isNotEmpty()
        .allSatisfy(each -> {
          assertThat(cluster.sourcesOf(each))
              .as(() -> cluster + "\n" + cluster.fences().all())
              .containsExactly(successor.address());
          assertThat(each.rows()).as(cluster::toString).containsAll(successor.rows());
        });
  }

  /** Clients write to who has taken the place at once: others follow it all the same. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void othersFollowOneThatIsWrittenTo(Naming naming) {
    new Sweep(
            () -> deadAndWrittenTo(naming),
            FailoverFaultsTest::failover,
            FailoverFaultsTest::othersFollow)
        .plainly();
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void othersFollowOneThatIsWrittenToWhereverTheControllerIsKilled(Naming naming) {
    new Sweep(
            () -> deadAndWrittenTo(naming),
            FailoverFaultsTest::failover,
            FailoverFaultsTest::othersFollow)
        .with(Disturbance.CONTROLLER_KILLED);
  }

  /**
   * That it is open cannot be read, and a restart shuts it again: it is opened again, as what
   * clients wrote to it is nowhere else.
   */
  @ParameterizedTest
  @EnumSource(names = {"UUIDS", "DOMAINS"})
  void whatTheNextOneTookIsNotGivenUp(Naming naming) {
    SimulatedCluster cluster = deadAndWrittenTo(naming);
    Course course = Course.of(cluster);
    assertThatOperation(failover(cluster))
        .on(cluster)
        .experiencing(VERIFICATION_FAILS)
        .before("let clients write to db2:3306")
        .and(SERVER_RESTARTED)
        .after("let clients write to db2:3306")
        .endsAs(SUCCEEDED)
        .because(ended ->
            assertThat(ended.why().sentence())
                .contains("Done, but for this: ", "Nothing is undone for that"));
    SimulatedServer next = cluster.server("db2");
    assertThat(next.takesWrites()).isTrue();
    assertThat(next.rows()).hasSizeGreaterThan(course.received().size());
    assertThat(cluster.fences().find(cluster.server("db1").address())).isPresent();
  }

  @Test
  void aSourceThatAnswersIsNotFailedOver() {
    SimulatedCluster cluster = dead(Naming.UUIDS);
    cluster.world().start(cluster.server("db1"));
    cluster.world().run(Duration.ofSeconds(2));
    assertThatThrownBy(() -> assertThatOperation(failover(cluster)).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("it answers");
  }

  /** All have dropped the same relay log: compared with each other none has less. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void whatAllReplicasDroppedIsMissed(Naming naming) {
    SimulatedCluster cluster = dead(naming);
    for (String host : new String[] {"db2", "db3"}) {
      cluster.server(host).kill();
      cluster.world().start(cluster.server(host));
    }
    cluster.world().run(Duration.ofSeconds(3));
    assertThatThrownBy(() -> assertThatOperation(failover(cluster)).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("lacks what was seen before");
  }

  @Test
  void whatAPersonAsksForMustBeThere() {
    SimulatedCluster cluster = dead(Naming.UUIDS);
    assertThatThrownBy(() ->
            assertThatOperation(
                    failover(cluster, Optional.of("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-99")))
                .on(cluster)
                .endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("you ask for: 3e11fa47-71ca-11e1-9e33-c80aa9429562:1-99");
  }
}

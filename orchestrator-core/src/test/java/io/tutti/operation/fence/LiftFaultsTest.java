package io.tutti.operation.fence;

import static io.tutti.operation.fixtures.Fault.DISPLACED;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.operation.fixtures.OperationScenario.step;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.Moment;
import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in between, a server that started fenced takes writes again, or stays shut. */
public class LiftFaultsTest {
  /** Its option file shuts it, it was open, and it was killed. */
  public static SimulatedCluster startedFenced(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source =
        cluster
            .source("db1")
            .configure("read_only", "ON")
            .configure("super_read_only", "ON")
            .configure("offline_mode", "ON");
    source.set("read_only", "OFF");
    source.set("super_read_only", "OFF");
    source.set("offline_mode", "OFF");
    cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    source.kill();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    assertThat(source.takesWrites()).as(cluster::toString).isFalse();
    return cluster;
  }

  public static Goal lift(SimulatedCluster cluster) {
    return new LiftRequest(cluster.server("db1").address(), Optional.empty()).toGoal();
  }

  private static void isOpen(SimulatedCluster cluster, Course course) {
    assertThat(cluster.server("db1").takesWrites()).as(cluster::toString).isTrue();
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.PLACES);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void itTakesWritesAgainOrStaysShut(Naming naming, Disturbance disturbance) {
    new Sweep(() -> startedFenced(naming), LiftFaultsTest::lift, LiftFaultsTest::isOpen)
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** A person fences it while it is lifted, and no process of it has ended since. */
  @ParameterizedTest
  @MethodSource("moments")
  void aFenceThatDisplacesTheLiftingStays(String step, Moment moment) {
    SimulatedCluster cluster = startedFenced(Naming.UUIDS);
    InstanceAddress source = cluster.server("db1").address();

    assertThatOperation(lift(cluster))
        .on(cluster)
        .displacedBy(new FenceRequest(source, Optional.empty(), Optional.empty()).toGoal())
        .experiencing(DISPLACED)
        .at(moment, step(step))
        .endsAs(UNDONE)
        .because(ended ->
            assertThat(ended.why().sentence()).contains("db1:3306 was fenced in the meantime"));

    assertThat(cluster.server("db1").takesWrites()).as(cluster::toString).isFalse();
    assertThat(cluster.fences().find(source)).isPresent();
  }

  static Stream<Arguments> moments() {
    return Moment.inEach(
        List.of("of db1:3306 as it was", "was lifted"),
        EnumSet.of(Moment.AFTER_JOURNAL, Moment.AFTER_RUN, Moment.AFTER_VERIFY, Moment.AFTER_DONE));
  }
}

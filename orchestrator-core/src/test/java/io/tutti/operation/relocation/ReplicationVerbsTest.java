package io.tutti.operation.relocation;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.model.ThreadState;
import io.tutti.plan.Goal;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A replica is stopped and goes on, a server begins to replicate, and a source replicates from its
 * replica: whatever comes in between, it is done, or all is as it was.
 */
public class ReplicationVerbsTest {

  private static SimulatedCluster pair(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    return cluster;
  }

  public static SimulatedCluster detached(Naming naming) {
    SimulatedCluster cluster = pair(naming);
    assertThatOperation(detach(cluster)).on(cluster).endsAs(SUCCEEDED);
    cluster.world().write(cluster.server("db1"), "a", 3);
    cluster.observe();
    return cluster;
  }

  /** db3 has nothing yet, and replicates from nobody. */
  public static SimulatedCluster withANewOne(Naming naming) {
    SimulatedCluster cluster = pair(naming);
    cluster.source("db3").readOnly();
    cluster.observe();
    return cluster;
  }

  private static Goal detach(SimulatedCluster cluster) {
    return new ChannelRequest(cluster.server("db2").address(), Optional.empty()).toDetach();
  }

  public static Goal attach(SimulatedCluster cluster) {
    return new ChannelRequest(cluster.server("db2").address(), Optional.empty()).toAttach();
  }

  public static Goal replicate(SimulatedCluster cluster) {
    return new JoinRequest(cluster.server("db3").address(), cluster.server("db1").address(), false)
        .toGoal();
  }

  private static Goal coPrimary(SimulatedCluster cluster) {
    return new JoinRequest(cluster.server("db1").address(), cluster.server("db2").address(), true)
        .toGoal();
  }

  private static void runs(SimulatedCluster cluster, String host) {
    assertThat(cluster.isReplicating(cluster.server(host))).as(cluster::toString).isTrue();
    cluster.world().run(Duration.ofSeconds(20));
    assertThat(cluster.server(host).rows())
        .as(cluster::toString)
        .containsExactlyElementsOf(cluster.server("db1").rows());
  }

  private static void isStopped(SimulatedCluster cluster) {
    assertThat(
            cluster
                .observe()
                .find(cluster.server("db2").address())
                .orElseThrow()
                .lastKnownChannels())
        .as(cluster::toString)
        .hasSize(1)
        .allMatch(channel ->
            channel.receiver().state() == ThreadState.STOPPED
                && channel.applier().state() == ThreadState.STOPPED);
  }

  private static Sweep detaching(Naming naming) {
    return new Sweep(
        () -> pair(naming),
        ReplicationVerbsTest::detach,
        (cluster, course) -> isStopped(cluster),
        cluster -> {});
  }

  private static Sweep attaching(Naming naming) {
    return new Sweep(
        () -> detached(naming),
        ReplicationVerbsTest::attach,
        (cluster, course) -> runs(cluster, "db2"),
        cluster -> {});
  }

  private static Sweep joining(Naming naming) {
    return new Sweep(
        () -> withANewOne(naming),
        ReplicationVerbsTest::replicate,
        (cluster, course) -> runs(cluster, "db3"),
        cluster -> {});
  }

  private static Sweep mutual(Naming naming) {
    return new Sweep(
        () -> pair(naming),
        ReplicationVerbsTest::coPrimary,
        (cluster, course) -> {
          runs(cluster, "db2");
          assertThat(cluster.sourcesOf(cluster.server("db1")))
              .containsExactly(cluster.server("db2").address());
          assertThat(cluster.isReplicating(cluster.server("db1"))).isTrue();
        },
        cluster -> {});
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.UUIDS, Naming.DOMAINS);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whatWasDetachedGoesOnFromThere(Naming naming) {
    assertThat(detaching(naming).plainly()).isNotEmpty();
    assertThat(attaching(naming).plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = Naming.class, mode = Mode.EXCLUDE, names = "PLACES")
  void aServerBeginsToReplicate(Naming naming) {
    assertThat(joining(naming).plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = Naming.class, mode = Mode.EXCLUDE, names = "PLACES")
  void aSourceReplicatesFromItsReplica(Naming naming) {
    assertThat(mutual(naming).plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void whateverComesInBetween(Naming naming, Disturbance disturbance) {
    for (Sweep each :
        List.of(detaching(naming), attaching(naming), joining(naming), mutual(naming))) {
      each.with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
    }
  }

  @Test
  void whatAServerWroteItselfKeepsItFromReplicating() {
    SimulatedCluster cluster = pair(Naming.UUIDS);
    SimulatedServer own = cluster.source("db3");
    cluster.world().write(own, "a", 2);
    own.readOnly();
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    refuses(cluster, replicate(cluster), "what db3:3306 has and db1:3306 lacks is");
  }

  @Test
  void byPositionNothingIsProved() {
    refuses(withANewOne(Naming.PLACES), replicate(withANewOne(Naming.PLACES)), "has no GTIDs");
  }

  @Test
  void whatAReplicaWroteItselfWouldComeToItsSource() {
    SimulatedCluster cluster = pair(Naming.UUIDS);
    cluster.server("db2").configure("read_only", "OFF");
    cluster.world().write(cluster.server("db2"), "a", 1);
    cluster.server("db2").configure("read_only", "ON");
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    refuses(cluster, coPrimary(cluster), "what db2:3306 has and db1:3306 lacks is");
  }

  private static void refuses(SimulatedCluster cluster, Goal goal, String why) {
    int before = cluster.world().statements().size();
    assertThatThrownBy(() -> assertThatOperation(goal).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining(why);
    assertThat(cluster.world().statements()).hasSize(before);
  }
}

package io.tutti.operation.gaps;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.BinlogPosition;
import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
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
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in between, each transaction is applied once, and what stood stands. */
public class GapsFaultsTest {
  /** It was killed when five transactions had run past one that waited for a lock. */
  public static SimulatedCluster withAGap(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica = cluster.replica("db2", "db1").keepsRelayLogs().startsNothing();
    replica.stopReplication();
    replica.unorderedWorkers(4).startReplication();
    cluster.world().write(source, "a", 2);
    cluster.world().write(source, "b", 2);
    cluster.world().run(Duration.ofSeconds(2));
    replica.lock("a");
    cluster.world().write(source, "a", 1);
    cluster.world().write(source, "b", 5);
    cluster.world().run(Duration.ofSeconds(2));
    assertThat(replica.received()).as("the gap").hasSize(1);
    replica.kill();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(replica);
    cluster.world().write(source, "b", 1);
    cluster.observe();
    return cluster;
  }

  public static Goal close(SimulatedCluster cluster) {
    return new GapsRequest(
            cluster.server("db2").address(),
            Optional.empty(),
            GapsRequest.Word.NONE,
            Duration.ofMinutes(1))
        .toGoal();
  }

  private static void isClosed(SimulatedCluster cluster, Course course) {
    assertThat(cluster.server("db2").rows())
        .as(cluster::toString)
        .containsAll(course.received())
        .doesNotHaveDuplicates();
    startsAgain(cluster);
  }

  /** What was stopped is between two transactions. */
  private static void startsAgain(SimulatedCluster cluster) {
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isFalse();
    cluster.server("db2").startReplication();
    cluster.world().run(Duration.ofSeconds(20));
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isFalse();
    assertThat(cluster.server("db2").rows())
        .as(cluster::toString)
        .containsExactlyInAnyOrderElementsOf(cluster.server("db1").rows());
  }

  static Stream<Arguments> disturbances() {
    return Disturbance.withEach(Naming.values());
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void theGapIsClosedOrAsItWas(Naming naming, Disturbance disturbance) {
    new Sweep(
            () -> withAGap(naming),
            GapsFaultsTest::close,
            GapsFaultsTest::isClosed,
            GapsFaultsTest::startsAgain)
        .with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  /** Its applier runs, and its receiver is stopped where it stood when it was started first. */
  public static SimulatedCluster withAnOldReceiver() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.PLACES);
    SimulatedServer source = cluster.source("db1");
    BinlogPosition old = source.binlogEnd();
    SimulatedServer replica = cluster.replica("db2", "db1").keepsRelayLogs().startsNothing();
    cluster.world().write(source, "a", 5);
    cluster.world().run(Duration.ofSeconds(2));
    replica.kill();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(replica);
    replica.forgetReceived(old);
    replica.startAppliers();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.observe();
    return cluster;
  }

  @Test
  void anOldReceiverIsSetToWhereTheApplierIs() {
    SimulatedCluster cluster = withAnOldReceiver();
    assertThatOperation(close(cluster)).on(cluster).endsAs(SUCCEEDED);
    cluster.server("db2").startReceivers();
    cluster.world().run(Duration.ofSeconds(2));
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isFalse();
  }

  /** It is refused, and the applier is not started over what is fetched again. */
  @Test
  void whoStartsAReceiverThatIsToBeSetRightLearnsWhatItFetchesAgain() {
    SimulatedCluster cluster = withAnOldReceiver();
    SimulatedServer replica = cluster.server("db2");
    cluster
        .world()
        .whenSaid(said -> {
          if (said.text().startsWith("GO ON AT")) {
            replica.startReceivers();
          }
        });

    assertThatOperation(close(cluster))
        .on(cluster)
        .endsAs(UNDONE)
        .because(ended -> {
          assertThat(ended.why().sentence())
              .contains("Somebody has started the receiver of db2:3306 before it was set right")
              .contains("it fetches again what it had received, up to")
              .contains(
                  "The applier is stopped: if it were started, it would apply transactions twice.")
              .contains("The applier of db2:3306 stays stopped")
              .contains("That stays; all else was restored as it was.");
          assertThat(ended.why().remedies())
              .anyMatch(remedy -> remedy.toString().contains("stop its receiver, say \"GO ON AT "))
              .anyMatch(
                  remedy -> remedy.toString().contains("compare its rows with those of db1:3306"));
        });

    cluster.world().run(Duration.ofSeconds(5));
    assertThat(cluster.isAnyApplierFailed()).as(cluster::toString).isFalse();
    assertThat(replica.rows()).doesNotHaveDuplicates();
  }

  /** Whoever starts both has it applied twice: that is said. */
  @Test
  void whoStartsBothLearnsThatTransactionsMayBeAppliedTwice() {
    SimulatedCluster cluster = withAnOldReceiver();
    cluster
        .world()
        .whenSaid(said -> {
          if (said.text().startsWith("GO ON AT")) {
            cluster.server("db2").startReplication();
          }
        });

    assertThatOperation(close(cluster))
        .on(cluster)
        .endsAs(UNDONE)
        .because(ended ->
            assertThat(ended.why().sentence())
                .contains("so transactions may have been applied twice by now"));
  }
}

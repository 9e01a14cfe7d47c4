package io.tutti.operation.errant;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Observed;
import io.tutti.plan.Goal;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Sweep;
import io.tutti.spi.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a replica wrote itself counts on its source then, whatever comes in between. */
public class ErrantFaultsTest {

  /** db2 has written two transactions itself; db3 has not. */
  public static SimulatedCluster errant(Naming naming) {
    SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(naming);
    SimulatedServer replica = cluster.server("db2").configure("read_only", "OFF");
    cluster.world().write(replica, "a", 2);
    replica.readOnly();
    cluster.world().run(Duration.ofSeconds(1));
    cluster.observe();
    return cluster;
  }

  public static Goal inject(SimulatedCluster cluster) {
    return new InjectRequest(cluster.server("db2").address()).toGoal();
  }

  private static ErrantReport report(SimulatedCluster cluster) {
    return new ErrantReader(cluster.servers(), cluster::view)
        .read(cluster.server("db2").address(), 10, Deadline.after(Duration.ofSeconds(30)));
  }

  private static void countsEverywhere(SimulatedCluster cluster, Course course) {
    cluster.world().run(Duration.ofSeconds(20));
    assertThat(report(cluster).names().asOptional())
        .as(cluster::toString)
        .hasValueSatisfying(names -> assertThat(names.isEmpty()).isTrue());
    assertThat(cluster.server("db1").rows()).as(cluster::toString).hasSize(4);
    assertThat(cluster.server("db3").rows()).as(cluster::toString).hasSize(4);
    assertThat(cluster.server("db2").rows()).as(cluster::toString).hasSize(6);
    assertThat(cluster.isAnyApplierFailed()).isFalse();
  }

  private static Sweep sweep() {
    return new Sweep(
        () -> errant(Naming.UUIDS),
        ErrantFaultsTest::inject,
        ErrantFaultsTest::countsEverywhere,
        cluster -> {});
  }

  @Test
  void eachIsShown() {
    ErrantReport report = report(errant(Naming.UUIDS));
    assertThat(report.transactions()).hasSize(2);
    assertThat(report.transactions())
        .allSatisfy(each -> {
          assertThat(each.meaning()).isEqualTo("Written on db2:3306 itself.");
          assertThat(each.content().isKnown()).isTrue();
        });
  }

  @Test
  void byDomainsTheNewestIsShown() {
    ErrantReport report = report(errant(Naming.DOMAINS));
    assertThat(report.names()).isInstanceOf(Observed.Known.class);
    assertThat(report.names().asOptional().map(GtidSet::isEmpty)).contains(false);
    assertThat(report.notes()).anyMatch(note -> note.contains("newest"));
  }

  @Test
  void theyCountOnTheSource() {
    assertThat(sweep().plainly()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(Disturbance.class)
  void whateverComesInBetween(Disturbance disturbance) {
    sweep().with(disturbance, SUCCEEDED, UNDONE, FAILED, STUCK);
  }

  @Test
  void byDomainsItIsRefused() {
    refuses(errant(Naming.DOMAINS), "no other server can take such a GTID");
  }

  @Test
  void aSourceThatTakesNoWritesIsLeftAlone() {
    SimulatedCluster cluster = errant(Naming.UUIDS);
    cluster.server("db1").readOnly();
    cluster.observe();
    refuses(cluster, "takes no writes");
  }

  private static void refuses(SimulatedCluster cluster, String why) {
    int before = cluster.world().statements().size();
    assertThatThrownBy(() -> assertThatOperation(inject(cluster)).on(cluster).endsAs(SUCCEEDED))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining(why);
    assertThat(cluster.world().statements()).hasSize(before);
  }
}

package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.fixtures.OperationScenario.Ending;
import io.tutti.operation.promotion.FailoverTerms.Prefer;
import io.tutti.operation.promotion.FailoverTerms.Unproved;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.simulation.Course;
import io.tutti.simulation.Naming;
import io.tutti.simulation.RandomCluster;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random clusters of which the source is dead, with and without acknowledgements, with replicas
 * that are dead, too, and random disturbances, every other one with an event: whatever becomes of a
 * failover, what must hold of it holds, and nothing is lost that was acknowledged. A failure names
 * its seed; {@code -Dtutti.simulation.seeds=10000} plays more of them.
 */
class FailoverSimulationTest {
  private static final int SEEDS = Integer.getInteger("tutti.simulation.seeds", 25);
  private static final int DISTURBANCES_MAX = 3;
  private static final int STATEMENTS_MAX = 25;

  private static final List<FailoverTerms> TERMS =
      List.of(
          FailoverTerms.USUAL,
          new FailoverTerms(Unproved.REFUSE, Prefer.FAST),
          new FailoverTerms(Unproved.PROCEED, Prefer.COMPLETE),
          new FailoverTerms(Unproved.PROCEED, Prefer.FAST));

  /** What the seeds came to. */
  private enum End {
    REFUSED,
    SUCCEEDED,
    SUCCEEDED_BY_PROOF,
    SUCCEEDED_SOONER,
    SUCCEEDED_UNPROVED,
    OTHER
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whateverComesInBetweenNothingAcknowledgedIsLost(Naming naming) {
    Map<Long, String> failures = new TreeMap<>();
    Map<End, Integer> ends = new EnumMap<>(End.class);
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        ends.merge(play(naming, seed), 1, Integer::sum);
      } catch (AssertionError | RuntimeException e) {
        failures.put(seed, e.toString());
      }
    }
    assertThat(failures).as("%d of %d seeds", failures.size(), SEEDS).isEmpty();
    assertThat(ends).as(ends::toString).containsKeys(End.REFUSED, End.SUCCEEDED);
  }

  private static End play(Naming naming, long seed) {
    boolean isCarried = seed % 2 == 1;
    RandomCluster random = new RandomCluster(naming, seed);
    if (isCarried) {
      random.scheduling();
    }
    SimulatedCluster cluster =
        random
            .withADeadSourceThatMayHaveWaited()
            .failingOver(TERMS.get((int) (seed % TERMS.size())));
    int before = cluster.world().statements().size();
    Course course = Course.of(cluster);
    random.strike(DISTURBANCES_MAX, STATEMENTS_MAX);
    try {
      Ending ending =
          assertThatOperation(
                  isCarried
                      ? FailoverCarryFaultsTest.failover(cluster)
                      : FailoverFaultsTest.failover(cluster))
              .on(cluster)
              .afterTheServersAreBack()
              .endsAs(
                  OperationState.SUCCEEDED,
                  OperationState.UNDONE,
                  OperationState.FAILED,
                  OperationState.STUCK);
      Operation ended = course.holds(ending, hosts(cluster));
      FailoverCarryFaultsTest.runNowhereElse(cluster);
      if (ended.state() != OperationState.SUCCEEDED) {
        return End.OTHER;
      }
      return succeeded(cluster, ended.plan().notes().toString());
    } catch (OrchestratorException e) {
      assertThat(e.code()).as(e.observed()).isEqualTo(ErrorCode.FAILOVER_NOT_SAFE);
      assertThat(cluster.world().statements()).hasSize(before);
      return End.REFUSED;
    }
  }

  private static End succeeded(SimulatedCluster cluster, String notes) {
    if (notes.contains("Not proved: what")) {
      return End.SUCCEEDED_UNPROVED;
    }
    nothingAcknowledgedIsLost(cluster);
    if (notes.contains("has received more, which was never acknowledged")) {
      return End.SUCCEEDED_SOONER;
    }
    return notes.contains("every acknowledged commit together")
        ? End.SUCCEEDED_BY_PROOF
        : End.SUCCEEDED;
  }

  private static void nothingAcknowledgedIsLost(SimulatedCluster cluster) {
    List<SimulatedServer> writable =
        cluster.world().all().stream().filter(SimulatedServer::takesWrites).toList();
    assertThat(writable).as(cluster::toString).hasSize(1);
    assertThat(writable.getFirst().rows())
        .as(cluster::toString)
        .containsAll(cluster.server("db1").acknowledgedRows());
  }

  /** Threads of any of them may have been stopped or started by persons, or by a restart. */
  private static List<String> hosts(SimulatedCluster cluster) {
    List<String> hosts = new ArrayList<>();
    cluster.world().all().forEach(server -> hosts.add(server.address().host()));
    return hosts;
  }
}

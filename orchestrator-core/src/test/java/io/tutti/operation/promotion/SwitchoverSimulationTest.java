package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.fixtures.OperationScenario.Ending;
import io.tutti.plan.OperationState;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.RandomCluster;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Strike;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random clusters, random disturbances: whatever becomes of a switchover, what must hold of it
 * holds. A failure names its seed; {@code -Dtutti.simulation.seeds=10000} plays more of them.
 */
class SwitchoverSimulationTest {
  private static final int SEEDS = Integer.getInteger("tutti.simulation.seeds", 25);
  private static final int DISTURBANCES_MAX = 3;
  private static final int STATEMENTS_MAX = 25;

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whateverComesInBetweenNothingIsLost(Naming naming) {
    List<String> failures = new ArrayList<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        play(naming, seed);
      } catch (AssertionError | RuntimeException e) {
        failures.add("seed " + seed + ": " + e);
      }
    }
    assertThat(failures).as("%d of %d seeds", failures.size(), SEEDS).isEmpty();
  }

  private static void play(Naming naming, long seed) {
    RandomCluster random = new RandomCluster(naming, seed);
    SimulatedCluster cluster = random.withALivingSource();
    boolean isAllCarried = seed % 2 == 1;
    if (isAllCarried) {
      cluster.world().write(cluster.server("db1").scheduling(), "event d.tick", 1);
    }
    int before = cluster.world().statements().size();
    Course course = Course.of(cluster);
    List<Strike> strikes = random.strike(DISTURBANCES_MAX, STATEMENTS_MAX);
    try {
      Ending ending =
          assertThatOperation(
                  new SwitchoverRequest(
                          cluster.server("db1").address(),
                          Optional.empty(),
                          SwitchoverRequest.GRACE,
                          SwitchoverRequest.CATCH_UP)
                      .carrying(isAllCarried ? List.of(Carry.values()) : List.of())
                      .toGoal())
              .on(cluster)
              .afterTheServersAreBack()
              .endsAs(
                  OperationState.SUCCEEDED,
                  OperationState.UNDONE,
                  OperationState.FAILED,
                  OperationState.STUCK);
      course.holds(ending, touched(cluster, strikes));
    } catch (OrchestratorException e) {
      assertThat(e.code()).as(e.observed()).isEqualTo(ErrorCode.SWITCHOVER_NOT_SAFE);
      assertThat(cluster.world().statements()).hasSize(before);
    }
  }

  /** Whose threads somebody, or the start of a server, has stopped or started meanwhile. */
  private static List<String> touched(SimulatedCluster cluster, List<Strike> strikes) {
    boolean isAny =
        strikes.stream()
            .map(Strike::disturbance)
            .anyMatch(
                each -> each == Disturbance.SOMEBODY_STOPS || each == Disturbance.SOMEBODY_STARTS);
    return isAny
        ? cluster.world().all().stream()
            .map(SimulatedServer::address)
            .map(address -> address.host())
            .toList()
        : List.of();
  }
}

package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.fixtures.OperationScenario.Ending;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationState;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.simulation.Course;
import io.tutti.simulation.Disturbance;
import io.tutti.simulation.Naming;
import io.tutti.simulation.RandomCluster;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.Strike;
import io.tutti.topology.ClusterAliases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random clusters whose source dies, twice, and a controller that fails over by itself, with random
 * disturbances: nothing that was received is lost, never do two servers take writes, and the second
 * time nothing is done before the hold is released. A failure names its seed; {@code
 * -Dtutti.simulation.seeds=10000} plays more of them.
 */
class AutomaticFailoverSimulationTest {
  private static final int SEEDS = Integer.getInteger("tutti.simulation.seeds", 25);
  private static final int DISTURBANCES_MAX = 3;
  private static final int STATEMENTS_MAX = 25;
  private static final Duration LOOKS = Duration.ofSeconds(1);
  private static final int LOOKS_MAX = 15;
  private static final FailoverSettings AUTO =
      new FailoverSettings(
          new FailoverSettings.OfCluster(FailoverPolicy.AUTO, Duration.ofHours(1)), List.of());

  /** What came of one story. */
  private enum Came {
    FAILED_OVER,
    TWICE,
    REFUSED,
    PUT_BACK
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whateverComesInBetweenNothingIsLost(Naming naming) {
    List<String> failures = new ArrayList<>();
    List<Came> came = new ArrayList<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        came.add(play(naming, seed));
      } catch (AssertionError | RuntimeException e) {
        failures.add("seed " + seed + ": " + e);
      }
    }
    assertThat(failures).as("%d of %d seeds", failures.size(), SEEDS).isEmpty();
    assertThat(came).as("stories that show something").contains(Came.TWICE);
  }

  private static Came play(Naming naming, long seed) {
    RandomCluster random = new RandomCluster(naming, seed);
    SimulatedCluster cluster = random.withADeadSource();
    Optional<Goal> goal = wanted(cluster);
    assertThat(goal).as("of a dead source: " + decisions(cluster)).isPresent();
    List<Strike> strikes = random.strike(DISTURBANCES_MAX, STATEMENTS_MAX);
    Optional<OperationState> first = carryOut(cluster, goal.get(), strikes);
    if (first.isEmpty()) {
      return Came.REFUSED;
    }
    if (first.get() != OperationState.SUCCEEDED) {
      assertThat(cluster.records().holds().all())
          .as("%s", first.get())
          .hasSize(first.get() == OperationState.STUCK ? 1 : 0);
      return Came.PUT_BACK;
    }
    assertThat(cluster.records().holds().all()).hasSize(1);
    return second(cluster, strikes);
  }

  /** Who took the place dies, too; what did not disturb the first time may do so now. */
  private static Came second(SimulatedCluster cluster, List<Strike> strikes) {
    SimulatedServer successor =
        cluster.world().all().stream()
            .filter(SimulatedServer::takesWrites)
            .findFirst()
            .orElseThrow();
    if (cluster.observe().linksTo(successor.address()).isEmpty()) {
      return Came.FAILED_OVER;
    }
    successor.kill();
    assertThat(wanted(cluster)).as("in hold: " + decisions(cluster)).isEmpty();
    assertThat(decisions(cluster)).contains("is in hold until");
    cluster.records().holds().all().forEach(cluster.records().holds()::remove);
    Optional<Goal> goal = wanted(cluster);
    assertThat(goal).as("released: " + decisions(cluster)).isPresent();
    Optional<OperationState> ended = carryOut(cluster, goal.get(), strikes);
    return ended.equals(Optional.of(OperationState.SUCCEEDED)) ? Came.TWICE : Came.FAILED_OVER;
  }

  private static List<Case> cases(SimulatedCluster cluster) {
    return FailoverRecovery.cases(
        cluster.view(),
        AUTO,
        new FailoverRecovery.Known(
            new ClusterAliases(new TreeMap<>()),
            cluster.records().holds().all(),
            cluster.records().silences().all()),
        cluster.time().instant());
  }

  private static String decisions(SimulatedCluster cluster) {
    return cases(cluster).toString();
  }

  /** What is begun by itself, within some seconds. */
  private static Optional<Goal> wanted(SimulatedCluster cluster) {
    for (int look = 0; look < LOOKS_MAX; look++) {
      cluster.world().run(LOOKS);
      for (Case each : cases(cluster)) {
        if (each.decision() instanceof Decision.Recover recover) {
          return Optional.of(recover.goal());
        }
      }
    }
    return Optional.empty();
  }

  /** Empty where it was refused. */
  private static Optional<OperationState> carryOut(
      SimulatedCluster cluster, Goal goal, List<Strike> strikes) {
    int before = cluster.world().statements().size();
    Course course = Course.of(cluster);
    try {
      Ending ending =
          assertThatOperation(goal)
              .on(cluster)
              .afterRestart()
              .afterTheServersAreBack()
              .endsAs(
                  OperationState.SUCCEEDED,
                  OperationState.UNDONE,
                  OperationState.FAILED,
                  OperationState.STUCK);
      return Optional.of(course.holds(ending, touchedByPersons(cluster, strikes)).state());
    } catch (OrchestratorException e) {
      assertThat(e.code()).as(e.observed()).isEqualTo(ErrorCode.FAILOVER_NOT_SAFE);
      assertThat(cluster.world().statements()).hasSize(before);
      return Optional.empty();
    }
  }

  private static List<String> touchedByPersons(SimulatedCluster cluster, List<Strike> strikes) {
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

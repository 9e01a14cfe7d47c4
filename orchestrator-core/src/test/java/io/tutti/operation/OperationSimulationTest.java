package io.tutti.operation;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.FakeReplicas;
import io.tutti.operation.fixtures.FakeReplicas.Replica;
import io.tutti.operation.fixtures.Fault;
import io.tutti.operation.fixtures.InjectedFault;
import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/**
 * Random plans under random faults. Whatever happens: every operation ends, a goal that is said to
 * be reached is reached, everything else is exactly as before, no applier is left stopped, and no
 * lock is left. Run one seed with {@code -Dtutti.simulation.seed=N}, more with {@code
 * -Dtutti.simulation.seeds=N}.
 */
class OperationSimulationTest {
  private static final int SEEDS = Integer.getInteger("tutti.simulation.seeds", 400);
  private static final int REPLICAS_MAX = 4;
  private static final int FAULTS_MAX = 5;
  private static final int OCCURRENCES_MAX = 3;

  /** Those that need no person afterwards. */
  private static final List<Fault> FAULTS =
      List.of(
          Fault.CONTROLLER_KILLED,
          Fault.CONTROLLER_KILLED,
          Fault.CONNECTION_LOST,
          Fault.SERVER_DOWN_THEN_BACK,
          Fault.SERVER_RESTARTED,
          Fault.SERVER_DOWN_FOR_LONG,
          Fault.VERIFICATION_FAILS,
          Fault.STEP_FAILS,
          Fault.DISPLACED,
          Fault.CANCELLED);

  private record Simulation(FakeReplicas world, Goal goal, OperationScenario scenario) {}

  @Test
  void endsEveryOperationHonestlyWhateverTheSeed() {
    Long only = Long.getLong("tutti.simulation.seed");
    long first = only == null ? 1 : only;
    long last = only == null ? SEEDS : only;
    EnumSet<OperationState> seen = EnumSet.noneOf(OperationState.class);
    for (long seed = first; seed <= last; seed++) {
      try {
        seen.add(simulate(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
    if (only == null) {
      assertThat(seen)
          .as("endings the seeds lead to")
          .contains(OperationState.SUCCEEDED, OperationState.UNDONE, OperationState.FAILED);
    }
  }

  private static OperationState simulate(long seed) {
    Simulation simulation = prepare(new Random(seed));
    SortedMap<InstanceAddress, Replica> before = simulation.world().look();
    OperationState end =
        simulation
            .scenario()
            .afterRestart()
            .afterTheServersAreBack()
            .endsAs(OperationState.SUCCEEDED, OperationState.UNDONE, OperationState.FAILED)
            .operation()
            .state();
    SortedMap<InstanceAddress, Replica> after = simulation.world().look();
    if (end == OperationState.SUCCEEDED) {
      before.forEach((address, was) -> {
        Replica is = simulation.world().replica(address.toString());
        assertThat(is.settings()).containsEntry("workers", "8");
        assertThat(is.applierRuns()).isEqualTo(was.applierRuns());
      });
    } else {
      assertThat(after).as("%s with %s", simulation.goal(), end).isEqualTo(before);
    }
    return end;
  }

  private static Simulation prepare(Random random) {
    FakeReplicas world = new FakeReplicas();
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(REPLICAS_MAX); i++) {
      addresses.add("db" + i + ":3306");
      Map<String, String> settings = Map.of("workers", "" + (random.nextBoolean() ? 8 : i));
      world.with(addresses.getLast(), random.nextInt(4) > 0, settings);
    }
    world.withPolicy(
        new Plan.Policy(
            random.nextBoolean() ? Plan.AfterRestart.RESUME : Plan.AfterRestart.UNDO,
            random.nextBoolean() ? Plan.Coupling.LINKED : Plan.Coupling.INDEPENDENT));
    Goal goal = FakeReplicas.apply("workers", "8", addresses.toArray(String[]::new));
    OperationScenario scenario = assertThatOperation(goal).on(world);
    int faults = random.nextInt(FAULTS_MAX + 1);
    for (int i = 0; i < faults; i++) {
      scenario.strike(randomFault(random, addresses));
    }
    return new Simulation(world, goal, scenario);
  }

  private static InjectedFault randomFault(Random random, List<String> addresses) {
    Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
    Moment moment = Moment.values()[random.nextInt(Moment.values().length)];
    String verb = List.of("stop", "set", "start", "").get(random.nextInt(4));
    String address = addresses.get(random.nextInt(addresses.size()));
    String step =
        switch (verb) {
          case "set" -> "set workers=8 on " + address;
          case "" -> address;
          default -> verb + " the applier of " + address;
        };
    // A server that restarts after the last look at it is nobody's fault.
    int occurrence = fault == Fault.SERVER_RESTARTED ? 1 : 1 + random.nextInt(OCCURRENCES_MAX);
    return new InjectedFault(fault, moment, step, occurrence);
  }
}

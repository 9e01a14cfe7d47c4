package io.tutti.simulation;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One operation on fresh servers, again and again: with a mishap before and after each of its
 * statements. Each must end in a way in which the {@link Course} holds.
 *
 * @param begin makes the servers as the operation finds them
 * @param goal of the operation on them
 * @param succeeded what must hold beside the course where it has succeeded
 */
public record Sweep(
    Supplier<SimulatedCluster> begin,
    Function<SimulatedCluster, Goal> goal,
    BiConsumer<SimulatedCluster, Course> succeeded) {

  /** Without any mishap it succeeds. */
  public List<SimulatedServers.Said> plainly() {
    SimulatedCluster cluster = begin.get();
    Course course = Course.of(cluster);
    course.holds(operation(cluster).endsAs(OperationState.SUCCEEDED), List.of());
    succeeded.accept(cluster, course);
    return cluster.world().statements();
  }

  private OperationScenario operation(SimulatedCluster cluster) {
    return assertThatOperation(goal.apply(cluster)).on(cluster).afterTheServersAreBack();
  }

  /** With that mishap at each statement. */
  public void with(Mishap mishap, OperationState... ends) {
    int statements = plainly().size();
    assertThat(statements).as("statements").isPositive();
    List<String> failures = new ArrayList<>();
    for (int statement = 1; statement <= statements; statement++) {
      for (boolean isAfter : new boolean[] {false, true}) {
        Strike strike = new Strike(mishap, statement, isAfter);
        if (mishap == Mishap.STATEMENT_FAILS && isAfter) {
          continue;
        }
        try {
          once(strike, ends);
        } catch (AssertionError e) {
          failures.add(strike + ": " + e.getMessage());
        }
      }
    }
    assertThat(failures)
        .as(() -> "%d of %d with %s".formatted(failures.size(), 2 * statements, mishap))
        .isEmpty();
  }

  private void once(Strike strike, OperationState... ends) {
    SimulatedCluster cluster = begin.get();
    Course course = Course.of(cluster);
    cluster.world().strike(strike);
    OperationScenario.Ending ending = operation(cluster).endsAs(ends);
    Operation ended = course.holds(ending, left(strike, cluster.world().statements()));
    if (ended.state() == OperationState.SUCCEEDED) {
      succeeded.accept(cluster, course);
    }
  }

  /** What somebody has stopped or started there is that person's. */
  private static List<String> left(Strike strike, List<SimulatedServers.Said> said) {
    boolean isByPerson =
        strike.mishap() == Mishap.SOMEBODY_STOPS || strike.mishap() == Mishap.SOMEBODY_STARTS;
    return isByPerson && strike.statement() <= said.size()
        ? List.of(said.get(strike.statement() - 1).server().host())
        : List.of();
  }
}

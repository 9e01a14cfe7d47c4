package io.tutti.simulation;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.plan.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One operation on fresh servers, again and again: with a disturbance before and after each of its
 * statements. Each must end in a way in which the {@link Course} holds.
 *
 * @param begin makes the servers as the operation finds them
 * @param goal of the operation on them
 * @param succeeded what must hold beside the course where it has succeeded
 * @param putBack the same where it is said that all was restored
 */
public record Sweep(
    Supplier<SimulatedCluster> begin,
    Function<SimulatedCluster, Goal> goal,
    BiConsumer<SimulatedCluster, Course> succeeded,
    Consumer<SimulatedCluster> putBack) {

  public Sweep(
      Supplier<SimulatedCluster> begin,
      Function<SimulatedCluster, Goal> goal,
      BiConsumer<SimulatedCluster, Course> succeeded) {
    this(begin, goal, succeeded, cluster -> {});
  }

  /**
   * Without any disturbance it succeeds.
   *
   * @return what was said to the servers
   */
  public List<SimulatedServers.Said> plainly() {
    SimulatedCluster cluster = begin.get();
    int before = cluster.world().statements().size();
    Course course = Course.of(cluster);
    course.holds(operation(cluster).endsAs(OperationState.SUCCEEDED), List.of());
    succeeded.accept(cluster, course);
    List<SimulatedServers.Said> all = cluster.world().statements();
    return all.subList(before, all.size());
  }

  private OperationScenario operation(SimulatedCluster cluster) {
    return assertThatOperation(goal.apply(cluster)).on(cluster).afterTheServersAreBack();
  }

  /**
   * With that disturbance at each statement.
   *
   * @param ends how the operation may end where the disturbance is one that it cannot overcome
   */
  public void with(Disturbance disturbance, OperationState... ends) {
    at(said -> true, disturbance, ends);
  }

  /** The same at some of the statements. */
  public void at(
      Predicate<SimulatedServers.Said> where, Disturbance disturbance, OperationState... ends) {
    List<SimulatedServers.Said> all = plainly();
    int statements = all.size();
    assertThat(all).as("statements").anyMatch(where);
    List<String> failures = new ArrayList<>();
    for (int statement = 1; statement <= statements; statement++) {
      if (!where.test(all.get(statement - 1))) {
        continue;
      }
      for (boolean isAfter : new boolean[] {false, true}) {
        Strike strike = new Strike(disturbance, statement, isAfter);
        if (isAfter && !disturbance.differsAfterwards()) {
          continue;
        }
        try {
          once(
              strike,
              disturbance.isOvercome() ? new OperationState[] {OperationState.SUCCEEDED} : ends);
        } catch (AssertionError e) {
          failures.add(strike + ": " + e.getMessage());
        }
      }
    }
    assertThat(failures)
        .as(() -> "%d of %d with %s".formatted(failures.size(), 2 * statements, disturbance))
        .isEmpty();
  }

  private void once(Strike strike, OperationState... ends) {
    SimulatedCluster cluster = begin.get();
    int before = cluster.world().statements().size();
    Course course = Course.of(cluster);
    cluster
        .world()
        .strike(new Strike(strike.disturbance(), before + strike.statement(), strike.isAfter()));
    OperationScenario.Ending ending = operation(cluster).endsAs(ends);
    List<SimulatedServers.Said> said = cluster.world().statements();
    Operation ended =
        course.holds(ending, left(cluster, strike, said.subList(before, said.size())));
    boolean isNamed =
        strike.disturbance() == Disturbance.SERVER_LOST
            && ended.why().reason() == Reason.DONE_BUT_FOR;
    if (ended.state() == OperationState.SUCCEEDED && !isNamed) {
      succeeded.accept(cluster, course);
    }
    if (ended.state() == OperationState.UNDONE || ended.state() == OperationState.FAILED) {
      putBack.accept(cluster);
    }
  }

  /**
   * What somebody has stopped or started there is that person's, and what a server does not start
   * by itself when it is restarted is that of its option file.
   */
  private static List<String> left(
      SimulatedCluster cluster, Strike strike, List<SimulatedServers.Said> said) {
    if (strike.statement() > said.size()) {
      return List.of();
    }
    SimulatedServer struck =
        cluster.world().find(said.get(strike.statement() - 1).server()).orElseThrow();
    boolean isLeft =
        switch (strike.disturbance()) {
          case SOMEBODY_STOPS, SOMEBODY_STARTS -> true;
          case SERVER_KILLED, SERVER_LOST -> !struck.startsReplication();
          case CONTROLLER_KILLED, DISPLACED, CONNECTION_CUT, STATEMENT_FAILS -> false;
        };
    return isLeft ? List.of(struck.address().host()) : List.of();
  }
}

package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.fixtures.Fault;
import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationState;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.StepProgress;
import io.tutti.plan.StepState;
import io.tutti.simulation.Course;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.simulation.SimulatedServers.Said;
import io.tutti.simulation.Sweep;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each statement after the new source takes writes fails for good, once in its turn: one server
 * takes writes, nothing is taken back, every other one that can follow follows, and what could not
 * be done is named with what to do.
 */
class AfterOpeningTest {
  private static final List<String> OF_EACH_ROLE = List.of("db1", "db2", "db3");

  @ParameterizedTest
  @EnumSource(Naming.class)
  void ofASwitchover(Naming naming) {
    sweep(() -> SwitchoverFaultsTest.written(naming), SwitchoverFaultsTest::switchover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void ofAFailover(Naming naming) {
    sweep(() -> FailoverFaultsTest.dead(naming), FailoverFaultsTest::failover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void ofASwitchoverWithEvents(Naming naming) {
    sweep(() -> SwitchoverCarryFaultsTest.scheduled(naming), SwitchoverCarryFaultsTest::switchover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void ofAFailoverWithEvents(Naming naming) {
    sweep(() -> FailoverFaultsTest.deadAndScheduling(naming), FailoverCarryFaultsTest::failover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void ofAResolve(Naming naming) {
    sweep(() -> ResolveFaultsTest.crashed(naming), ResolveFaultsTest::resolve);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aSwitchoverThatIsCancelledThenIsDoneAllTheSame(Naming naming) {
    cancelled(() -> SwitchoverFaultsTest.written(naming), SwitchoverFaultsTest::switchover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aFailoverThatIsCancelledThenIsDoneAllTheSame(Naming naming) {
    cancelled(() -> FailoverFaultsTest.dead(naming), FailoverFaultsTest::failover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aResolveThatIsCancelledThenIsDoneAllTheSame(Naming naming) {
    cancelled(() -> ResolveFaultsTest.crashed(naming), ResolveFaultsTest::resolve);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aSwitchoverWhoseOpeningCannotBeReadBackGoesForward(Naming naming) {
    opening(() -> SwitchoverFaultsTest.written(naming), SwitchoverFaultsTest::switchover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aFailoverWhoseOpeningCannotBeReadBackGoesForward(Naming naming) {
    opening(() -> FailoverFaultsTest.dead(naming), FailoverFaultsTest::failover);
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aResolveWhoseOpeningCannotBeReadBackGoesForward(Naming naming) {
    opening(() -> ResolveFaultsTest.crashed(naming), ResolveFaultsTest::resolve);
  }

  /** What is done where nothing fails. */
  private static List<String> steps(
      Supplier<SimulatedCluster> begin, Function<SimulatedCluster, Goal> goal) {
    SimulatedCluster plain = begin.get();
    return assertThatOperation(goal.apply(plain))
        .on(plain)
        .endsAs(OperationState.SUCCEEDED)
        .operation()
        .plan()
        .steps()
        .stream()
        .map(PlannedStep::describe)
        .toList();
  }

  /** It was opened; what fails is what comes of it: its answer, or what it shows then. */
  private static void opening(
      Supplier<SimulatedCluster> begin, Function<SimulatedCluster, Goal> goal) {
    String step =
        steps(begin, goal).stream()
            .filter(
                each -> each.contains("cannot be undone") && !each.startsWith("remove the channel"))
            .findFirst()
            .orElseThrow();
    Consumer<OperationScenario.Ending> isNamed =
        ending ->
            assertThat(ending.operation().why().sentence())
                .contains("Done, but for this: ")
                .containsAnyOf("Nothing is undone for that", "cannot be taken back;");
    opened(begin, goal, Fault.VERIFICATION_FAILS, Moment.BEFORE_JOURNAL, step, isNamed);
    opened(begin, goal, Fault.STEP_FAILS, Moment.AFTER_RUN, step, isNamed);
    opened(
        begin, goal, Fault.SERVER_DOWN_FOR_LONG, Moment.AFTER_RUN, step, AfterOpeningTest::waited);
    opened(begin, goal, Fault.CANCELLED, Moment.AFTER_RUN, step, ending -> {});
  }

  /** Nothing was undone while it could not be told, and it has gone on by itself since. */
  private static void waited(OperationScenario.Ending ending) {
    assertThat(ending.events())
        .extracting(OperationEvent::state)
        .containsSubsequence(OperationState.STUCK, OperationState.UNDOING, OperationState.RUNNING);
    assertThat(ending.operation().steps())
        .extracting(StepProgress::state)
        .containsOnly(StepState.DONE);
  }

  private static void opened(
      Supplier<SimulatedCluster> begin,
      Function<SimulatedCluster, Goal> goal,
      Fault fault,
      Moment moment,
      String step,
      Consumer<OperationScenario.Ending> named) {
    SimulatedCluster cluster = begin.get();
    Course course = Course.of(cluster);
    OperationScenario.Ending ending =
        assertThatOperation(goal.apply(cluster))
            .on(cluster)
            .experiencing(fault)
            .at(moment, step)
            .afterTheServersAreBack()
            .endsAs(OperationState.SUCCEEDED);
    course.holds(ending, OF_EACH_ROLE);
    named.accept(ending);
    assertThat(cluster.world().all())
        .as("%s", fault)
        .filteredOn(AfterOpeningTest::isNewSource)
        .hasSize(1);
  }

  /** At each moment from then on; what is read again at the end does not show, either. */
  private static void cancelled(
      Supplier<SimulatedCluster> begin, Function<SimulatedCluster, Goal> goal) {
    List<String> steps = steps(begin, goal);
    int opening =
        IntStream.range(0, steps.size())
            .filter(index -> steps.get(index).contains("cannot be undone"))
            .findFirst()
            .orElseThrow();
    List<String> failures = new ArrayList<>();
    cancelled(begin, goal, steps.get(opening), Moment.AFTER_DONE, failures);
    for (String step : steps.subList(opening + 1, steps.size())) {
      for (Moment moment : Moment.FORWARD) {
        cancelled(begin, goal, step, moment, failures);
      }
    }
    assertThat(failures).isEmpty();
  }

  private static void cancelled(
      Supplier<SimulatedCluster> begin,
      Function<SimulatedCluster, Goal> goal,
      String step,
      Moment moment,
      List<String> failures) {
    SimulatedCluster cluster = begin.get();
    Course course = Course.of(cluster);
    try {
      OperationScenario.Ending ending =
          assertThatOperation(goal.apply(cluster))
              .on(cluster)
              .experiencing(Fault.CANCELLED)
              .at(moment, step)
              .endsAs(OperationState.SUCCEEDED);
      course.holds(ending, OF_EACH_ROLE);
      assertThat(cluster.world().all()).filteredOn(AfterOpeningTest::isNewSource).hasSize(1);
    } catch (AssertionError e) {
      failures.add(step + " " + moment + ": " + e.getMessage());
    }
  }

  private static void sweep(
      Supplier<SimulatedCluster> begin, Function<SimulatedCluster, Goal> goal) {
    List<String> failures = new ArrayList<>();
    for (Said each : afterTheOpening(begin, goal)) {
      try {
        refused(each, begin.get(), goal);
      } catch (AssertionError e) {
        failures.add(each + ": " + e.getMessage());
      }
    }
    assertThat(failures).isEmpty();
  }

  private static List<Said> afterTheOpening(
      Supplier<SimulatedCluster> begin, Function<SimulatedCluster, Goal> goal) {
    List<Said> all = new Sweep(begin, goal, (cluster, course) -> {}).plainly();
    int opened = 0;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).text().equals("SET GLOBAL read_only = OFF")) {
        opened = i;
      }
    }
    List<Said> after = List.copyOf(new LinkedHashSet<>(all.subList(opened + 1, all.size())));
    assertThat(after).as("%s", all).isNotEmpty();
    return after;
  }

  private static void refused(
      Said refused, SimulatedCluster cluster, Function<SimulatedCluster, Goal> goal) {
    cluster
        .world()
        .whenSaid(said -> {
          boolean isOpen = cluster.world().all().stream().anyMatch(AfterOpeningTest::isNewSource);
          if (isOpen && said.equals(refused)) {
            throw new OrchestratorException(
                ErrorCode.STATEMENT_FAILED, said.server().toString(), "It is refused.", List.of());
          }
        });
    Course course = Course.of(cluster);
    OperationScenario.Ending ending =
        assertThatOperation(goal.apply(cluster)).on(cluster).endsAs(OperationState.SUCCEEDED);
    course.holds(ending, OF_EACH_ROLE);
    SimulatedServer source =
        cluster.world().all().stream()
            .filter(AfterOpeningTest::isNewSource)
            .findFirst()
            .orElseThrow(() -> new AssertionError("nobody took the place"));
    String said = said(ending);
    assertThat(said).as("what could not be done is named").contains("It is refused.");
    assertThat(ending.operation().why().sentence()).contains("Done, but for this: ");
    for (SimulatedServer each : cluster.world().all()) {
      boolean follows = cluster.sourcesOf(each).contains(source.address());
      if (each == source || follows) {
        continue;
      }
      if (isFormer(each)) {
        assertThat(cluster.fences().find(each.address())).as("it stays shut").isPresent();
      } else {
        assertThat(said).as(cluster::toString).contains(each.address() + " left out");
      }
    }
  }

  /** What is said of each step, and of whom it leaves out. */
  private static String said(OperationScenario.Ending ending) {
    return ending.events().stream()
        .map(event ->
            event.message().startsWith("It was left out: ")
                ? ending.operation().plan().steps().get(event.step().orElseThrow().index()).target()
                    + " left out: "
                    + event.message()
                : event.message())
        .collect(Collectors.joining("\n"));
  }

  private static boolean isNewSource(SimulatedServer server) {
    return !isFormer(server) && server.isUp() && server.takesWrites();
  }

  private static boolean isFormer(SimulatedServer server) {
    return server.address().host().equals("db1");
  }
}

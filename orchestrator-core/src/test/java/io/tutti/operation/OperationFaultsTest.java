package io.tutti.operation;

import static io.tutti.operation.fixtures.Fault.ANOTHER_CONTROLLER_TAKES_OVER;
import static io.tutti.operation.fixtures.Fault.CANCELLED;
import static io.tutti.operation.fixtures.Fault.CONTROLLER_KILLED;
import static io.tutti.operation.fixtures.Fault.DISPLACED;
import static io.tutti.operation.fixtures.Fault.SERVER_DOWN_FOR_LONG;
import static io.tutti.operation.fixtures.Fault.SERVER_HELD_FOR_A_WHILE;
import static io.tutti.operation.fixtures.Fault.SERVER_RESTARTED;
import static io.tutti.operation.fixtures.Fault.STEP_FAILS;
import static io.tutti.operation.fixtures.Fault.UNDO_VERIFICATION_FAILS;
import static io.tutti.operation.fixtures.Fault.VERIFICATION_FAILS;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.operation.fixtures.OperationScenario.step;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.STUCK;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.FakeReplicas;
import io.tutti.operation.fixtures.FakeReplicas.Replica;
import io.tutti.operation.fixtures.Fault;
import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.operation.fixtures.StepFaults;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.Plan.AfterRestart;
import io.tutti.plan.Plan.Coupling;
import io.tutti.plan.Reason;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class OperationFaultsTest extends StepFaults {
  private static final List<String> STEPS =
      List.of(
          "stop the applier of db7",
          "set workers=8 on db7",
          "start the applier of db7",
          "set workers=8 on db8");
  private static final String LAST = STEPS.getLast();

  private final FakeReplicas world =
      new FakeReplicas()
          .with("db7:3306", true, Map.of("workers", "2", "order", "on"))
          .with("db8:3306", false, Map.of("workers", "0"));
  private final SortedMap<InstanceAddress, Replica> before = world.look();
  private final Goal goal = FakeReplicas.apply("workers", "8", "db7:3306", "db8:3306");

  @Override
  protected OperationScenario operation() {
    return assertThatOperation(goal).on(world);
  }

  private void isAsBefore() {
    assertThat(world.look()).isEqualTo(before);
  }

  @Override
  protected String lastStep() {
    return STEPS.getLast();
  }

  @Override
  protected void isAsWanted() {
    assertThat(world.replica("db7:3306")).isEqualTo(new Replica(sorted("8"), true));
    assertThat(world.replica("db8:3306").settings()).containsEntry("workers", "8");
    assertThat(world.replica("db8:3306").applierRuns()).isFalse();
  }

  private static SortedMap<String, String> sorted(String workers) {
    return new TreeMap<>(Map.of("workers", workers, "order", "on"));
  }

  @Override
  protected void isAsItEnded(OperationScenario.Ending ending) {
    if (ending.operation().state() == SUCCEEDED) {
      isAsWanted();
    } else {
      isAsBefore();
    }
  }

  static Stream<Arguments> everyStepForward() {
    return Moment.inEach(STEPS, Moment.FORWARD);
  }

  static Stream<Arguments> everyStepBack() {
    return Moment.inEach(STEPS, Moment.BACK);
  }

  @Test
  void reachesItsGoalWithoutFaults() {
    operation().endsAs(SUCCEEDED).leaves(this::isAsWanted);
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void undoesAfterARestartWhenThePlanSaysSo(String step, Moment moment) {
    world.withPolicy(new Plan.Policy(AfterRestart.UNDO, Coupling.LINKED));
    OperationScenario.Ending ending =
        operation()
            .experiencing(CONTROLLER_KILLED)
            .at(moment, step(step))
            .afterRestart()
            .endsAs(UNDONE, SUCCEEDED);
    isAsItEnded(ending);
    boolean untouched =
        moment.compareTo(Moment.BEFORE_JOURNAL) <= 0 && step.equals(STEPS.getFirst());
    assertThat(ending.operation().state()).isEqualTo(untouched ? SUCCEEDED : UNDONE);
  }

  @Test
  void survivesAKillBeforeAndAfterEachWriteToTheJournal() {
    for (int write = 1; ; write++) {
      int reached = killAt(write, true);
      killAt(write, false);
      if (reached < write) {
        assertThat(write).isGreaterThan(STEPS.size() * 2);
        return;
      }
    }
  }

  private int killAt(int write, boolean before) {
    OperationFaultsTest fresh = new OperationFaultsTest();
    OperationScenario scenario = fresh.operation().afterRestart();
    (before ? scenario.killedBeforeWrite(write) : scenario.killedAfterWrite(write))
        .endsAs(SUCCEEDED)
        .leaves(fresh::isAsWanted);
    return scenario.writes();
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void isUndoneAfterItWasDisplacedWhereThePlanSaysSo(String step, Moment moment) {
    world.withPolicy(new Plan.Policy(AfterRestart.UNDO, Coupling.LINKED));
    isAsItEnded(
        operation().experiencing(DISPLACED).at(moment, step(step)).endsAs(UNDONE, SUCCEEDED));
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void resumesWhenTheControllerWasKilledOnceItWasDisplaced(String step, Moment moment) {
    operation()
        .experiencing(DISPLACED)
        .at(moment, step(step))
        .and(CONTROLLER_KILLED)
        .at(moment, step(step))
        .afterRestart()
        .endsAs(SUCCEEDED)
        .leaves(this::isAsWanted);
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void resumesBothWhenTheControllerWasKilledBeforeTheUrgentOneWasAtRest(
      String step, Moment moment) {
    operation()
        .experiencing(DISPLACED)
        .at(moment, step(step))
        .and(CONTROLLER_KILLED)
        .at(Moment.AFTER_JOURNAL, step("be urgent"))
        .afterRestart()
        .endsAs(SUCCEEDED)
        .leaves(this::isAsWanted);
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void neverLeavesHalfDoneWhatARestartOfBothHasCutOff(String step, Moment moment) {
    isAsItEnded(
        operation()
            .experiencing(SERVER_RESTARTED)
            .at(moment, step(step))
            .and(CONTROLLER_KILLED)
            .at(moment, step(step))
            .afterRestart()
            .endsAs(SUCCEEDED, UNDONE, FAILED));
  }

  @ParameterizedTest
  @MethodSource("everyStepBack")
  void undoesOnAServerThatWasRestarted(String step, Moment moment) {
    operation()
        .experiencing(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step(LAST))
        .and(SERVER_RESTARTED)
        .at(moment, step(step))
        .endsAs(UNDONE)
        .leaves(this::isAsBefore);
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void undoesOnceTheServerIsBackThatWasDownForLong(String step, Moment moment) {
    isAsItEnded(
        operation()
            .experiencing(SERVER_DOWN_FOR_LONG)
            .at(moment, step(step))
            .afterTheServersAreBack()
            .endsAs(UNDONE, FAILED));
  }

  @Test
  void saysWhatIsLeftWhileTheServerIsDown() {
    operation()
        .experiencing(SERVER_DOWN_FOR_LONG)
        .at(Moment.AFTER_RUN, step("set workers=8 on db7"))
        .endsAs(STUCK)
        .because(it -> {
          assertThat(it.why().reason()).isEqualTo(Reason.SERVER_UNREACHABLE);
          assertThat(it.why().sentence())
              .contains("set workers=8 on db7:3306")
              .contains("value=2")
              .contains("runs=true");
          assertThat(it.why().remedies()).isNotEmpty();
        });
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void waitsWhileNothingMayBeDoneToAServer(String step, Moment moment) {
    operation()
        .experiencing(SERVER_HELD_FOR_A_WHILE)
        .at(moment, step(step))
        .endsAs(SUCCEEDED)
        .leaves(this::isAsWanted);
  }

  @ParameterizedTest
  @EnumSource(
      value = Moment.class,
      names = {"BEFORE_JOURNAL", "AFTER_JOURNAL", "AFTER_RUN", "AFTER_VERIFY", "AFTER_DONE"})
  void putsEverythingBackWhenCancelled(Moment moment) {
    isAsItEnded(
        operation()
            .experiencing(CANCELLED)
            .at(moment, step("set workers=8 on db7"))
            .endsAs(UNDONE, SUCCEEDED));
  }

  @Test
  void putsBackWhatCannotBeVerified() {
    for (String step : STEPS) {
      OperationFaultsTest fresh = new OperationFaultsTest();
      fresh
          .operation()
          .experiencing(VERIFICATION_FAILS)
          .at(Moment.AFTER_RUN, step(step))
          .endsAs(UNDONE)
          .leaves(fresh::isAsBefore)
          .because(it -> assertThat(it.why().reason()).isEqualTo(Reason.VERIFICATION_FAILED));
    }
  }

  @Test
  void isStuckWithASentenceWhenAnUndoCannotBeVerified() {
    operation()
        .experiencing(STEP_FAILS)
        .at(Moment.AFTER_DONE, step("set workers=8 on db7"))
        .and(UNDO_VERIFICATION_FAILS)
        .at(Moment.AFTER_DONE, step("set workers=8 on db7"))
        .endsAs(STUCK)
        .because(it -> {
          assertThat(it.why().reason()).isEqualTo(Reason.UNDO_FAILED);
          assertThat(it.why().sentence()).contains("value=2").contains("runs=true");
        });
  }

  @Test
  void putsTheOtherServersBackWhenThePlanSaysTheyAreIndependent() {
    world.withPolicy(new Plan.Policy(AfterRestart.RESUME, Coupling.INDEPENDENT));
    operation().experiencing(SERVER_DOWN_FOR_LONG).at(Moment.AFTER_RUN, step(LAST)).endsAs(STUCK);
    assertThat(world.replica("db7:3306")).isEqualTo(before.get(InstanceAddress.parse("db7:3306")));
  }

  @ParameterizedTest
  @EnumSource(
      value = Moment.class,
      names = {"BEFORE_JOURNAL", "AFTER_RUN", "AFTER_VERIFY", "AFTER_DONE"})
  void givesWayWhenAnotherControllerTookOver(Moment moment) {
    for (String step : STEPS) {
      OperationFaultsTest fresh = new OperationFaultsTest();
      fresh
          .operation()
          .experiencing(ANOTHER_CONTROLLER_TAKES_OVER)
          .at(moment, step(step))
          .endsAs(SUCCEEDED)
          .leaves(fresh::isAsWanted);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"CONNECTION_LOST", "SERVER_DOWN_THEN_BACK", "SERVER_DOWN_FOR_LONG"})
  void undoesWhenTheServerFailsWhileUndoing(Fault fault) {
    for (String step : STEPS) {
      for (Moment moment : Moment.BACK) {
        OperationFaultsTest fresh = new OperationFaultsTest();
        fresh
            .operation()
            .experiencing(VERIFICATION_FAILS)
            .at(Moment.AFTER_JOURNAL, step(LAST))
            .and(fault)
            .at(moment, step(step))
            .afterTheServersAreBack()
            .endsAs(UNDONE)
            .leaves(fresh::isAsBefore);
      }
    }
  }
}

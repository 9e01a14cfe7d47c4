package io.tutti.operation.parallelism;

import static io.tutti.operation.fixtures.Fault.CANCELLED;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.operation.fixtures.OperationScenario.step;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.operation.fixtures.StepFaults;
import io.tutti.operation.parallelism.ParallelWorld.Shown;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationState;
import io.tutti.store.KeptSettings;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever fails at whichever step, each replica ends as wanted or as before, and none stands. */
class ParallelismFaultsTest extends StepFaults {
  private static final List<String> STEPS =
      List.of(
          "set type=B, workers=8 on db7",
          "watch db7:3306 for 5 s",
          "remember the former settings of db7",
          "set type=B, workers=8 on db8",
          "remember the former settings of db8");

  private final ParallelWorld world =
      new ParallelWorld()
          .with("db7:3306", true, Map.of("workers", "2"))
          .with("db8:3306", false, Map.of());
  private final SortedMap<InstanceAddress, Shown> before = world.look();
  private final Goal goal =
      ParallelismRequest.apply(
              List.of(InstanceAddress.parse("db7:3306"), InstanceAddress.parse("db8:3306")),
              Map.of("workers", "8", "type", "B"),
              false)
          .toGoal(ParallelismRequest.APPLY);

  @Override
  protected OperationScenario operation() {
    return assertThatOperation(goal).on(world);
  }

  @Override
  protected String lastStep() {
    return STEPS.getLast();
  }

  @Override
  protected void isAsWanted() {
    assertThat(world.replica("db7:3306").values())
        .containsEntry("workers", "8")
        .containsEntry("type", "B");
    assertThat(world.replica("db7:3306").applies()).isTrue();
    assertThat(world.replica("db7:3306").workersInForce()).isEqualTo("8");
    assertThat(world.replica("db8:3306").values())
        .containsEntry("workers", "8")
        .containsEntry("type", "B");
    assertThat(world.replica("db8:3306").applies()).isFalse();
  }

  @Override
  protected void isAsItEnded(OperationScenario.Ending ending) {
    if (ending.operation().state() == SUCCEEDED) {
      isAsWanted();
    } else {
      assertThat(world.look()).isEqualTo(before);
      assertThat(world.load(InstanceAddress.parse("db7:3306")))
          .isEqualTo(KeptSettings.Settings.NONE);
    }
  }

  static Stream<Arguments> everyStepForward() {
    return Moment.inEach(STEPS, Moment.FORWARD);
  }

  static Stream<Arguments> everyStepBack() {
    return Moment.inEach(STEPS, Moment.BACK);
  }

  @Test
  void stopsSetsAndStartsExactlyWhatRan() {
    operation().endsAs(SUCCEEDED).leaves(this::isAsWanted);
    assertThat(world.statements())
        .containsExactly(
            "db7: STOP APPLIER",
            "db7: SET type=B",
            "db7: SET workers=8",
            "db7: START APPLIER",
            "db8: SET type=B",
            "db8: SET workers=8");
  }

  @Test
  void isUndoneWhenFewerWorkersStartThanWereSet() {
    world.startsNoMoreWorkersThan(6);
    isAsItEnded(operation().endsAs(UNDONE));
  }

  @Test
  void endsTheSameWhenCutOffBeforeOrAfterEachStatement() {
    for (int statement = 1; statement <= 6; statement++) {
      for (boolean after : List.of(false, true)) {
        ParallelismFaultsTest fresh = new ParallelismFaultsTest();
        fresh.world.brokenOffAt(statement, after);
        fresh.operation().endsAs(SUCCEEDED).leaves(fresh::isAsWanted);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everyStepForward")
  void putsEverythingBackWhenCancelled(String step, Moment moment) {
    isAsItEnded(
        operation()
            .experiencing(CANCELLED)
            .at(moment, step(step))
            .endsAs(UNDONE, FAILED, SUCCEEDED));
  }

  @Test
  void leavesAllAsItWasWhenAPrivilegeIsMissing() {
    for (String refused : List.of("STOP", "SET type", "SET workers")) {
      ParallelismFaultsTest fresh = new ParallelismFaultsTest();
      fresh.world.refusing(refused);
      OperationScenario.Ending ending = fresh.operation().endsAs(UNDONE, FAILED);
      fresh.isAsItEnded(ending);
    }
  }

  @Test
  void undoRestoresWhatWasThereBeforeTheFirstOperation() {
    operation().endsAs(SUCCEEDED);
    Goal second =
        ParallelismRequest.apply(
                List.of(InstanceAddress.parse("db7:3306")), Map.of("workers", "16"), true)
            .toGoal(ParallelismRequest.APPLY);
    assertThatOperation(second).on(world).endsAs(SUCCEEDED);
    Goal undo =
        ParallelismRequest.apply(List.of(InstanceAddress.parse("db7:3306")), Map.of(), false)
            .toGoal(ParallelismRequest.UNDO);

    OperationState ended =
        assertThatOperation(undo).on(world).endsAs(SUCCEEDED).operation().state();

    assertThat(ended).isEqualTo(SUCCEEDED);
    assertThat(world.replica("db7:3306")).isEqualTo(before.get(InstanceAddress.parse("db7:3306")));
    assertThat(world.load(InstanceAddress.parse("db7:3306"))).isEqualTo(KeptSettings.Settings.NONE);
  }

  @Test
  void stopsNothingForAKnobThatIsTakenAtOnce() {
    Goal live =
        ParallelismRequest.apply(
                List.of(InstanceAddress.parse("db7:3306")), Map.of("retries", "20"), false)
            .toGoal(ParallelismRequest.APPLY);
    assertThatOperation(live).on(world).endsAs(SUCCEEDED);
    assertThat(world.statements()).containsExactly("db7: SET retries=20");
  }

  @Test
  void touchesNothingThatIsAsWanted() {
    operation().endsAs(SUCCEEDED);
    List<String> said = world.statements();
    operation().endsAs(SUCCEEDED);
    assertThat(world.statements()).isEqualTo(said);
  }
}

package io.tutti.operation.skip;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.operation.skip.SkipPlanner.Way;
import io.tutti.plan.Goal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whenever the controller is killed, exactly one transaction is left out, and all runs. */
class SkipFaultsTest {
  private static final Goal GOAL =
      new SkipRequest(SkipWorld.REPLICA, Optional.empty(), Optional.empty()).toGoal();

  private static OperationScenario operation(SkipWorld world) {
    return assertThatOperation(GOAL).on(world);
  }

  private static void assertOneIsLeftOut(SkipWorld world) {
    assertThat(world.left()).containsExactly(2);
    assertThat(world.applied()).containsExactly(0, 1, 3, 4);
    assertThat(world.counter()).isZero();
    assertThat(world.runs()).isTrue();
  }

  private static List<String> wanted(Way way) {
    return switch (way) {
      case NEXT -> List.of("SKIP 1", "START APPLIER");
      case EMPTY_TRANSACTION ->
          List.of("SKIP 3e11fa47-71ca-11e1-9e33-c80aa9429562:3", "START APPLIER");
      case DOMAIN_POSITION ->
          List.of("STOP RECEIVER", "SKIP 1-1-3", "START RECEIVER", "START APPLIER");
    };
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void saysNoMoreThanItMust(Way way) {
    SkipWorld world = new SkipWorld(way);
    operation(world).endsAs(SUCCEEDED).leaves(() -> assertOneIsLeftOut(world));
    assertThat(world.statements()).isEqualTo(wanted(way));
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void endsTheSameWhenCutOffBeforeOrAfterEachStatement(Way way) {
    for (int statement = 1; statement <= wanted(way).size(); statement++) {
      for (boolean after : List.of(false, true)) {
        SkipWorld world = new SkipWorld(way);
        world.brokenOffAt(statement, after);
        operation(world).endsAs(SUCCEEDED).leaves(() -> assertOneIsLeftOut(world));
      }
    }
  }
}

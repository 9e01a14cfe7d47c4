package io.tutti.operation.parallelism;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A replica whose workers do not keep the order of commits, so that its gaps are seen by a stop.
 */
class ParallelismResumeTest {
  private final ParallelWorld world =
      new ParallelWorld().with("db7:3306", true, Map.of("workers", "2")).unordered();
  private final Goal goal =
      ParallelismRequest.apply(
              List.of(InstanceAddress.parse("db7:3306")), Map.of("workers", "8"), false)
          .toGoal(ParallelismRequest.APPLY);

  /** The statements are the stop, the setting and the start. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void goesOnAtOnceWhereItsOwnStopLeftTheApplier(int statement) {
    world.brokenOffAt(statement, true);
    assertThatOperation(goal).on(world).endsAs(SUCCEEDED);
    assertThat(world.replica("db7:3306").applies()).isTrue();
    assertThat(world.replica("db7:3306").workersInForce()).isEqualTo("8");
    assertThat(world.statements().stream().filter(said -> said.contains("SET workers")).toList())
        .as("nothing was put back in between, nor set once more")
        .containsExactly("db7: SET workers=8");
  }
}

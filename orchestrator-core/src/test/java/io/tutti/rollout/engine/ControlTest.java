package io.tutti.rollout.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.OperationId;
import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutPlan.PlannedWave;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.TargetRole;
import io.tutti.rollout.WaveState;
import io.tutti.topology.Node;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Beside whom the servers of a wave are watched. */
class ControlTest {
  private static final String SOURCE = "db1:3306";
  private static final OperationId CHANGE = new OperationId("20261120-120000-00000001");

  private static InstanceAddress db(int number) {
    return InstanceAddress.parse("db%d:3306".formatted(number));
  }

  private static Target target(int number) {
    return new Target(
        db(number), SOURCE, TargetRole.LEAF, FakeFlavor.ID, List.of(), List.of(), Optional.empty());
  }

  /** Each wave has the servers of these numbers. */
  private static RolloutRun run(List<List<Integer>> waves) {
    Rollout rollout = new AnyRollout().build();
    List<PlannedWave> planned =
        waves.stream()
            .map(numbers ->
                new PlannedWave(
                    waves.indexOf(numbers) + 1, numbers.stream().map(ControlTest::target).toList()))
            .toList();
    return RolloutRun.begun(
        "r1", rollout, "", "ann", States.NOW, new RolloutPlan(planned, List.of()));
  }

  /** The first wave is over, and each of its servers is in that state. */
  private static RolloutRun after(RolloutRun run, WaveState wave, ReplicaState replica) {
    WaveRun first = run.waves().getFirst();
    return run.with(first.in(wave).each(each -> each.changedBy(CHANGE).in(replica, "")));
  }

  /** Four replicas of one source, and whichever come besides. */
  private static Optional<String> control(RolloutRun run, Node... more) {
    Node[] nodes =
        Stream.concat(
                Stream.of(
                    States.of(SOURCE).reached(),
                    States.of("db2:3306").replicatesFrom(SOURCE).reached(),
                    States.of("db3:3306").replicatesFrom(SOURCE).reached(),
                    States.of("db4:3306").replicatesFrom(SOURCE).reached()),
                Arrays.stream(more))
            .toArray(Node[]::new);
    WaveRun second = run.waves().get(1);
    return Control.of(second.replicas().getFirst(), second, run, States.snapshot(nodes))
        .map(InstanceAddress::toString);
  }

  @Test
  void isOneThatTheRolloutHasNotChangedYet() {
    RolloutRun run = run(List.of(List.of(2), List.of(3), List.of(4)));

    assertThat(control(after(run, WaveState.KEPT, ReplicaState.KEPT))).contains("db4:3306");
  }

  @Test
  void isOneThatWasChangedEarlierWhereThereIsNoOther() {
    RolloutRun run = run(List.of(List.of(2), List.of(3, 4)));

    assertThat(control(after(run, WaveState.KEPT, ReplicaState.KEPT))).contains("db2:3306");
  }

  @Test
  void oneThatHasBackWhatItHadIsAsGoodAsOneThatWasNotChanged() {
    RolloutRun run = run(List.of(List.of(2), List.of(3), List.of(4)));

    assertThat(control(after(run, WaveState.UNDONE, ReplicaState.UNDONE))).contains("db2:3306");
  }

  @Test
  void isNobodyOfItsOwnWaveNorOfAnotherSource() {
    RolloutRun run = run(List.of(List.of(9), List.of(2, 3, 4)));

    assertThat(
            control(
                run,
                States.of("db8:3306").reached(),
                States.of("db9:3306").replicatesFrom("db8:3306").reached()))
        .isEmpty();
  }

  @Test
  void oneOfTheSameFlavorIsTakenBeforeAnother() {
    RolloutRun run = run(List.of(List.of(3), List.of(4)));

    assertThat(
            control(run, States.of("db10:3306").replicatesFrom(SOURCE).flavor("other").reached()))
        .contains("db2:3306");
  }

  @Test
  void oneOfAnotherFlavorIsTakenBeforeOneThatWasChanged() {
    RolloutRun run = run(List.of(List.of(2), List.of(3, 4)));

    assertThat(
            control(
                after(run, WaveState.KEPT, ReplicaState.KEPT),
                States.of("db5:3306").replicatesFrom(SOURCE).flavor("other").reached()))
        .contains("db5:3306");
  }
}

package io.tutti.operation.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.plan.Goal;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.topology.DesiredSetting;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DriftRecoveryTest {
  private static final InstanceAddress A = InstanceAddress.parse("a:1");
  private static final Observed<ProcessStart> OF_NOW = States.of("a:1").build().startedAt();
  private static final Observed<ProcessStart> OF_BEFORE =
      States.of("a:1").startedAt(States.NOW.minus(Duration.ofHours(1))).build().startedAt();

  private static DesiredSetting desired(
      String knob, String channel, Observed<ProcessStart> process) {
    String variable = channel.isEmpty() ? knob : channel + "." + knob;
    Instant heldSince = States.NOW.minus(Duration.ofMinutes(4));
    return new DesiredSetting(knob, channel, variable, "4", Optional.empty(), heldSince, process);
  }

  private static WorldView world(States state, DesiredSetting... desired) {
    return States.world(state.reached())
        .with(kept -> kept.withDesired(Map.of(A, Arrays.asList(desired))));
  }

  private static List<Goal> goals(States state, DesiredSetting... desired) {
    return DriftRecovery.cases(world(state, desired), DriftPolicy.REAPPLY, States.NOW).stream()
        .map(each -> ((Decision.Recover) each.decision()).goal())
        .toList();
  }

  private static Decision decided(WorldView world) {
    List<Case> cases = DriftRecovery.cases(world, DriftPolicy.REAPPLY, States.NOW);
    assertThat(cases).hasSize(1);
    return cases.getFirst().decision();
  }

  private static Downtime downtime(Extent of, Duration from) {
    return new Downtime(
        of, "anna", "new disk", "anna", States.NOW.minusSeconds(60), States.NOW.plus(from));
  }

  @Test
  void aServerInDowntimeIsLeftAlone() {
    WorldView lost =
        world(States.of("a:1").setting("workers", "0"), desired("workers", "", OF_BEFORE));
    String cluster = lost.topology().clusters().getFirst().name();

    for (Extent of : List.of(Extent.of(A), Extent.ofCluster(cluster))) {
      WorldView away =
          lost.with(kept -> kept.withDowntimes(List.of(downtime(of, Duration.ofHours(1)))));
      assertThat(decided(away)).isInstanceOf(Decision.AskOperator.class);
      assertThat(decided(away).reason()).contains("in downtime until", "anna: new disk");
      assertThat(DriftGoals.all(away)).as("nor by the schedule").isEmpty();
    }
    WorldView over =
        lost.with(kept -> kept.withDowntimes(List.of(downtime(Extent.of(A), Duration.ZERO))));
    assertThat(decided(over)).isInstanceOf(Decision.Recover.class);
    assertThat(DriftGoals.all(over)).hasSize(1);
  }

  @Test
  void whatARestartLostIsSetAgainAndKept() {
    assertThat(
            goals(
                States.of("a:1").setting("workers", "0").setting("retries", "4"),
                desired("workers", "", OF_BEFORE),
                desired("retries", "", OF_BEFORE)))
        .singleElement()
        .satisfies(goal -> {
          assertThat(goal.target()).isEqualTo("a:1");
          ParallelismRequest request = goal.request(ParallelismRequest.class);
          assertThat(request.settings()).containsOnly(Map.entry("workers", "4"));
          assertThat(request.persist()).isTrue();
        });
  }

  @Test
  void whatAPersonChangedIsLeftAlone() {
    assertThat(goals(States.of("a:1").setting("workers", "0"), desired("workers", "", OF_NOW)))
        .isEmpty();
  }

  @Test
  void aScheduleSetsAgainWhatAPersonChangedToo() {
    assertThat(
            DriftGoals.all(
                States.world(States.of("a:1").setting("workers", "0").reached())
                    .with(kept ->
                        kept.withDesired(
                            Map.of(
                                InstanceAddress.parse("a:1"),
                                List.of(desired("workers", "", OF_NOW)))))))
        .singleElement()
        .satisfies(goal ->
            assertThat(goal.request(ParallelismRequest.class).settings())
                .containsOnly(Map.entry("workers", "4")));
  }

  @Test
  void whatNobodyKnowsWhoChangedIsLeftAlone() {
    assertThat(
            goals(
                States.of("a:1").setting("workers", "0"),
                desired("workers", "", Observed.unknown("it was not read"))))
        .isEmpty();
  }

  @Test
  void whatCouldNotBeReadHasNotDrifted() {
    assertThat(goals(States.of("a:1"), desired("workers", "", OF_BEFORE))).isEmpty();
  }

  @Test
  void whatAChannelLostIsSetOnThatChannel() {
    assertThat(
            goals(
                States.of("a:1").setting("east.mode", "0").setting("west.mode", "0"),
                desired("mode", "east", OF_BEFORE)))
        .singleElement()
        .satisfies(
            goal -> assertThat(goal.request(ParallelismRequest.class).channel()).contains("east"));
  }
}

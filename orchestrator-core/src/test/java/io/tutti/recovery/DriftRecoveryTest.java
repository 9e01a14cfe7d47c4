package io.tutti.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.topology.DesiredSetting;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The made-up servers run for 5 minutes. */
class DriftRecoveryTest {
  private static final Duration BEFORE_ITS_START = Duration.ofMinutes(6);
  private static final Duration AFTER_ITS_START = Duration.ofMinutes(4);

  private static DesiredSetting desired(String knob, String channel, Duration heldFor) {
    String variable = channel.isEmpty() ? knob : channel + "." + knob;
    return new DesiredSetting(knob, channel, variable, "4", States.NOW.minus(heldFor));
  }

  private static List<Goal> goals(States state, DesiredSetting... desired) {
    return DriftRecovery.goals(
        States.snapshot(state.reached())
            .withDesired(Map.of(InstanceAddress.parse("a:1"), Arrays.asList(desired))));
  }

  @Test
  void whatARestartLostIsSetAgainAndKept() {
    assertThat(
            goals(
                States.of("a:1").setting("workers", "0").setting("retries", "4"),
                desired("workers", "", BEFORE_ITS_START),
                desired("retries", "", BEFORE_ITS_START)))
        .singleElement()
        .satisfies(goal -> {
          assertThat(goal.target()).isEqualTo("a:1");
          assertThat(goal.parameters().find("set.workers")).contains("4");
          assertThat(goal.parameters().find("set.retries")).isEmpty();
          assertThat(goal.parameters().requireBoolean("persist")).isTrue();
        });
  }

  @Test
  void whatAPersonChangedIsLeftAlone() {
    assertThat(
            goals(
                States.of("a:1").setting("workers", "0"), desired("workers", "", AFTER_ITS_START)))
        .isEmpty();
  }

  @Test
  void whatCouldNotBeReadHasNotDrifted() {
    assertThat(goals(States.of("a:1"), desired("workers", "", BEFORE_ITS_START))).isEmpty();
  }

  @Test
  void whatAChannelLostIsSetOnThatChannel() {
    assertThat(
            goals(
                States.of("a:1").setting("east.mode", "0").setting("west.mode", "0"),
                desired("mode", "east", BEFORE_ITS_START)))
        .singleElement()
        .satisfies(goal -> assertThat(goal.parameters().find("channel")).contains("east"));
  }
}

package io.tutti.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import org.junit.jupiter.api.Test;

class PlannedStepTest {
  private static final PlannedStep STEP =
      PlannedStep.of(
          "fence.set",
          InstanceAddress.parse("a:1"),
          "read_only",
          Parameters.of("value", "OFF"),
          "set read_only of a:1 as it was");

  /** Else an operation is refused as changed whenever another client connects in between. */
  @Test
  void whatWasSeenWhenItWasPlannedDoesNotMakeItAnotherStep() {
    assertThat(STEP.withSeen(Parameters.of("connections", 7)).doesTheSameAs(STEP)).isTrue();
    assertThat(STEP.withParameters(Parameters.of("value", "ON")).doesTheSameAs(STEP)).isFalse();
  }

  @Test
  void whatWasSeenIsKeptWithTheStep() {
    Parameters seen = Parameters.of("connections", 7);
    assertThat(
            STEP.withSeen(seen)
                .withStatements("SET GLOBAL read_only = OFF")
                .withBounds(PlannedStep.Bounds.USUAL)
                .withParameters(Parameters.NONE)
                .seen())
        .isEqualTo(seen);
  }
}

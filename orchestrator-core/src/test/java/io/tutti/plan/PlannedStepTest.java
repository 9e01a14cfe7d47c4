package io.tutti.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import org.junit.jupiter.api.Test;

class PlannedStepTest {
  private record Value(String value) {}

  private record Connections(int count) {}

  private static final PlannedStep STEP =
      PlannedStep.of(
          "fence.set",
          InstanceAddress.parse("a:1"),
          "read_only",
          new Value("OFF"),
          "set read_only of a:1 as it was");

  /** Else an operation is refused as changed whenever another client connects in between. */
  @Test
  void whatWasSeenWhenItWasPlannedDoesNotMakeItAnotherStep() {
    assertThat(STEP.withSeen(new Connections(7)).doesTheSameAs(STEP)).isTrue();
    assertThat(STEP.withWork(new Value("ON")).doesTheSameAs(STEP)).isFalse();
  }

  @Test
  void whatWasSeenIsKeptWithTheStep() {
    Record seen = new Connections(7);
    assertThat(
            STEP.withSeen(seen)
                .withStatements("SET GLOBAL read_only = OFF")
                .withBounds(PlannedStep.Bounds.USUAL)
                .withWork(Nothing.NOTHING)
                .seen())
        .isEqualTo(seen);
  }
}

package io.tutti.operation.gaps;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.fixtures.LoneAttempt;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.plan.PlannedStep;
import org.junit.jupiter.api.Test;

class StopStepTest {
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");

  private static final class Asked extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** By then a later step may have made it a copy, which replicates from elsewhere. */
  @Test
  void oneThatWasBegunIsTakenUpWhateverTheServerReplicatesFromSince() {
    StopStep step =
        new StopStep(
            new GapsEnvironment(
                (TrustedServers)
                    (address, deadline) -> {
                      throw new Asked();
                    },
                duration -> {}),
            PlannedStep.of(StopStep.KIND, REPLICA, "", new ChannelFrom("", SOURCE), "stop it"));
    StopStep.Before before =
        new StopStep.Before(
            new Stoppage.Noted(new RanThreads(true, true), "mark"),
            SOURCE,
            Positioning.AUTO_POSITION,
            Observed.unknown(States.WHY),
            Observed.unknown(States.WHY));

    assertThatThrownBy(() -> step.precondition(new LoneAttempt())).isInstanceOf(Asked.class);
    assertThatCode(() -> step.preconditionAgain(new LoneAttempt(), before))
        .doesNotThrowAnyException();
  }
}

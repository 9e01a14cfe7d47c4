package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.LoneAttempt;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.Fence;
import io.tutti.world.KeptRecords;
import java.time.InstantSource;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecordFenceStepTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("db1:3306");
  private static final String REPORTED = "The receiver of db2:3306 was not stopped: it hangs.";

  private final KeptRecords records = new InMemoryRecords().records();
  private final LoneAttempt attempt = new LoneAttempt();

  private RecordFenceStep keep() {
    FenceEnvironment environment =
        new FenceEnvironment(
            (TrustedServers)
                (address, deadline) -> {
                  throw new AssertionError(States.WHY);
                },
            records.fences(),
            records.startups(),
            records.incidents(),
            records.backups(),
            InstantSource.system(),
            FenceHook.NONE,
            Optional.empty(),
            () -> {
              throw new AssertionError(States.WHY);
            },
            address -> true);
    TreeMap<String, String> last = new TreeMap<>();
    last.put("read_only", "OFF");
    return new RecordFenceStep(
        environment,
        PlannedStep.of(
            RecordFenceStep.KIND,
            SOURCE,
            "fence",
            new RecordFenceStep.Work(States.fence(SOURCE), last),
            "keep that it is fenced"));
  }

  private Fence kept() {
    return records.fences().find(SOURCE).orElseThrow();
  }

  /** As where its server was restarted meanwhile, and all that was done there is done again. */
  @Test
  void doneASecondTimeItForgetsNothingThatWasReportedSince() {
    RecordFenceStep.Before before = keep().before(attempt);
    keep().run(attempt, before);
    new KeptFence(records.fences(), SOURCE).leavesOpen(REPORTED);

    keep().run(attempt, before);

    assertThat(kept().open()).contains(REPORTED);
  }

  /** What was reported of an earlier raising is not so of this one. */
  @Test
  void raisedAgainItShowsWhatIsSoNow() {
    KeptFence fence = new KeptFence(records.fences(), SOURCE);
    records.fences().save(States.fence(SOURCE));
    fence.leavesOpen(REPORTED);

    RecordFenceStep.Before before = keep().before(attempt);
    keep().run(attempt, before);

    assertThat(kept().id()).isEqualTo(attempt.operation().value());
    assertThat(kept().open()).doesNotContain(REPORTED);
  }
}

package io.tutti.operation.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.binlog.BinlogReader;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.InMemoryBackupSessions;
import io.tutti.fixtures.InMemoryIncidents;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.StepFailure;
import io.tutti.operation.Verdict;
import io.tutti.operation.fixtures.LoneAttempt;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.operation.server.Servers;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.backup.CloneStatus;
import io.tutti.spi.backup.CloneStatus.State;
import io.tutti.spi.fence.Trial;
import io.tutti.store.RebuildMarks;
import io.tutti.topology.RebuildMark;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a real server shows only when its copy goes wrong half-way. */
class CloneStepTest {
  private static final InstanceAddress TARGET = InstanceAddress.parse("d:1");

  private volatile State state = State.NONE;
  private volatile String began = "";
  private volatile boolean dropped;
  private volatile boolean away;
  private volatile Runnable onClone = () -> {};
  private final AtomicInteger clones = new AtomicInteger();

  private final class Copying implements CloneControl {
    @Override
    public Observed<CloneStatus> read(Role role, Deadline deadline) {
      return Observed.known(
          new CloneStatus(
              state,
              began,
              "a:1",
              Observed.absent(States.WHY),
              Observed.known("3862: it broke"),
              dropped,
              ""));
    }

    @Override
    public void requirePrivileges(Role role, Deadline deadline) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public List<String> statements(InstanceAddress donor) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public void cloneFrom(InstanceAddress donor, Deadline deadline) {
      clones.incrementAndGet();
      began = "12:00";
      onClone.run();
    }
  }

  private final class Opened implements Servers.Session {
    @Override
    public boolean isVouched() {
      return true;
    }

    @Override
    public Optional<CloneControl> cloning() {
      return Optional.of(new Copying());
    }

    @Override
    public FenceControl fence() {
      throw new AssertionError(States.WHY);
    }

    @Override
    public Trial tryToReplicate(Credentials as, Deadline deadline) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public FlavorProvider provider() {
      throw new AssertionError(States.WHY);
    }

    @Override
    public InstanceState read(Deadline deadline) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public ReplicationControl control() {
      throw new AssertionError(States.WHY);
    }

    @Override
    public LogReader logs() {
      throw new AssertionError(States.WHY);
    }

    @Override
    public BinlogReader binlog() {
      throw new AssertionError(States.WHY);
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static final class NoMarks implements RebuildMarks {
    @Override
    public List<RebuildMark> all() {
      return List.of();
    }

    @Override
    public Optional<RebuildMark> find(InstanceAddress instance) {
      return Optional.empty();
    }

    @Override
    public void save(RebuildMark mark) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public void remove(InstanceAddress instance) {
      throw new AssertionError(States.WHY);
    }
  }

  /** A server that is away is back after the next pause. */
  private CloneStep step() {
    return new CloneStep(
        new RebuildEnvironment(
            (TrustedServers)
                (address, deadline) -> {
                  if (away) {
                    throw new OrchestratorException(
                        ErrorCode.CONNECTION_REFUSED, "d:1", "Nothing listens at d:1.", List.of());
                  }
                  return new Opened();
                },
            new NoMarks(),
            new InMemoryIncidents(),
            new InMemoryBackupSessions(),
            Clock.fixed(States.NOW, ZoneOffset.UTC),
            duration -> {
              Thread.sleep(1);
              if (away) {
                away = false;
                state = State.COMPLETED;
              }
            },
            Optional.empty()),
        PlannedStep.of(
            CloneStep.KIND,
            TARGET,
            "before",
            new CloneStep.Work(InstanceAddress.parse("a:1")),
            "copy a:1"));
  }

  private static boolean holds(Verdict verdict) {
    return verdict instanceof Verdict.Holds;
  }

  @Test
  void aServerThatEndedWithItsCopyIsWaitedFor() {
    CloneStep step = step();
    CloneStep.Before before = step.before(new LoneAttempt());
    onClone = () -> away = true;

    assertThat(step.run(new LoneAttempt(), before).message()).contains("It is a copy of a:1");

    assertThat(holds(step.verify(new LoneAttempt(), before))).isTrue();
    assertThat(holds(step.verifyUndone(new LoneAttempt(), before))).isFalse();
  }

  @Test
  void oneThatIsTakenUpIsNotBegunAgain() {
    CloneStep step = step();
    CloneStep.Before before = step.before(new LoneAttempt());
    began = "12:00";
    away = true;

    assertThat(holds(step.verify(new LoneAttempt(), before))).isFalse();
    step.run(new LoneAttempt(), before);

    assertThat(clones).hasValue(0);
  }

  @Test
  void oneThatFailedBeforeItDroppedAnythingHasCostNothing() {
    CloneStep step = step();
    CloneStep.Before before = step.before(new LoneAttempt());
    onClone = () -> state = State.FAILED;

    assertThatThrownBy(() -> step.run(new LoneAttempt(), before))
        .isInstanceOf(StepFailure.Fatal.class)
        .hasMessageContaining("3862: it broke");

    assertThat(holds(step.verifyUndone(new LoneAttempt(), before))).isTrue();
  }

  @Test
  void whatWasDroppedIsGone() {
    CloneStep step = step();
    CloneStep.Before before = step.before(new LoneAttempt());
    onClone =
        () -> {
          state = State.FAILED;
          dropped = true;
        };

    assertThatThrownBy(() -> step.run(new LoneAttempt(), before))
        .isInstanceOf(StepFailure.Fatal.class);

    assertThat(holds(step.verifyUndone(new LoneAttempt(), before))).isFalse();
    assertThatThrownBy(() -> step.undo(new LoneAttempt(), before))
        .isInstanceOf(StepFailure.Fatal.class)
        .hasMessageContaining("is gone");
  }
}

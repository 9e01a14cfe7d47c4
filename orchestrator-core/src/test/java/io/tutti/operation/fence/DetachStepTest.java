package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.InMemoryBackupSessions;
import io.tutti.fixtures.InMemoryIncidents;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.ThreadState;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.fixtures.FakeSession;
import io.tutti.operation.fixtures.LoneAttempt;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicaAcks;
import io.tutti.spi.ReplicationThread;
import io.tutti.store.Fences;
import io.tutti.store.StartupObservations;
import io.tutti.topology.Fence;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of a replica that answers now and then. */
class DetachStepTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("db1:3306");
  private static final InstanceAddress REPLICA = InstanceAddress.parse("db2:3306");

  private ThreadState receiver = ThreadState.RUNNING;
  private ThreadState afterStart = ThreadState.RUNNING;
  private Optional<LastError> error = Optional.empty();
  private static final Duration WAIT = Duration.ofSeconds(5);

  private boolean answers = true;
  private boolean sourceAnswers = true;
  private boolean acks = true;
  private final List<String> said = new ArrayList<>();
  private Runnable onStop = () -> {};
  private Fence kept = States.fence(SOURCE);

  private final class Session extends FakeSession {
    Session() {
      super(new FakeFlavor("fake", Set.of()) {});
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return States.of(REPLICA.toString())
          .channel(Channels.from(SOURCE.toString()).receiver(receiver).error(error).build())
          .build();
    }

    @Override
    public void start(ReplicationThread thread, String channel, Deadline deadline) {
      receiver = afterStart;
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      said.add("STOP");
      receiver = ThreadState.STOPPED;
      onStop.run();
    }

    @Override
    public Optional<ReplicaAcks> replicaAcks() {
      return Optional.of(new Acks());
    }
  }

  private final class Acks implements ReplicaAcks {
    @Override
    public Optional<Duration> stopWait(Deadline deadline) {
      return acks ? Optional.of(WAIT) : Optional.empty();
    }

    @Override
    public void endAtOnce(Deadline deadline) {
      said.add("at once");
      acks = false;
    }

    @Override
    public void endAfter(Duration wait, Deadline deadline) {
      assertThat(wait).isEqualTo(WAIT);
      said.add("after a while");
      acks = true;
    }
  }

  private final class Kept implements Fences {
    @Override
    public List<Fence> all() {
      return List.of(kept);
    }

    @Override
    public Optional<Fence> find(InstanceAddress instance) {
      return Optional.of(kept);
    }

    @Override
    public void save(Fence fence) {
      kept = fence;
    }

    @Override
    public void remove(InstanceAddress instance) {
      throw new AssertionError(States.WHY);
    }
  }

  private DetachStep detach() {
    StartupObservations nobodyAsks =
        (StartupObservations)
            Proxy.newProxyInstance(
                StartupObservations.class.getClassLoader(),
                new Class<?>[] {StartupObservations.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError(States.WHY);
                });
    FenceEnvironment environment =
        new FenceEnvironment(
            (TrustedServers) (address, deadline) -> new Session(),
            new Kept(),
            nobodyAsks,
            new InMemoryIncidents(),
            new InMemoryBackupSessions(),
            InstantSource.system(),
            FenceHook.NONE,
            Optional.empty(),
            () -> {
              throw new AssertionError(States.WHY);
            },
            address -> address.equals(SOURCE) ? sourceAnswers : answers);
    PlannedStep planned = FenceSteps.detach(SOURCE, REPLICA, "");
    return new DetachStep(environment, planned);
  }

  @Test
  void whatRanIsStoppedAndRunsAgainWhenThatIsUndone() {
    LoneAttempt attempt = new LoneAttempt();
    FencedReceiver.Before before = detach().before(attempt);

    assertThat(detach().run(attempt, before).toString()).contains("receives nothing");
    assertThat(receiver).isEqualTo(ThreadState.STOPPED);
    assertThat(kept.receivers()).hasSize(1);

    detach().undo(attempt, before);
    assertThat(receiver).isEqualTo(ThreadState.RUNNING);
  }

  /** The error with which it was trying stays when it is stopped. */
  @Test
  void anErrorOfBeforeIsNoSignThatItWasStartedAgain() {
    LoneAttempt attempt = new LoneAttempt();
    receiver = ThreadState.CONNECTING;
    error = Optional.of(new LastError(2003, "error reconnecting", Optional.empty()));
    FencedReceiver.Before before = detach().before(attempt);
    detach().run(attempt, before);

    DetachStep undone = detach();
    assertThat(undone.verifyUndone(attempt, before)).isInstanceOf(Verdict.Lacks.class);
    undone.undo(attempt, before);
    assertThat(receiver).isEqualTo(ThreadState.RUNNING);
    assertThat(undone.verifyUndone(attempt, before)).isInstanceOf(Verdict.Holds.class);
  }

  /** It was started: more cannot be done about it. */
  @Test
  void oneThatItsSourceRefusesWasStartedAgain() {
    LoneAttempt attempt = new LoneAttempt();
    FencedReceiver.Before before = detach().before(attempt);
    detach().run(attempt, before);
    afterStart = ThreadState.STOPPED;
    error = Optional.of(new LastError(1236, "purged", Optional.empty()));

    DetachStep undone = detach();
    assertThat(undone.verifyUndone(attempt, before)).isInstanceOf(Verdict.Lacks.class);
    undone.undo(attempt, before);
    assertThat(undone.verifyUndone(attempt, before)).isInstanceOf(Verdict.Holds.class);
  }

  /** Nobody would start it again: what it was before is what undo goes by. */
  @Test
  void whatWasNotKnownToRunBeforeIsNotStopped() {
    LoneAttempt attempt = new LoneAttempt();
    answers = false;
    FencedReceiver.Before before = detach().before(attempt);

    answers = true;
    StepOutcome outcome = detach().run(attempt, before);

    assertThat(receiver).as("%s", outcome).isEqualTo(ThreadState.RUNNING);
    assertThat(kept.open()).anyMatch(reported -> reported.contains("was not stopped"));
    assertThat(kept.receivers()).isEmpty();
    assertThat(detach().verify(attempt, before))
        .as("it is no reason not to fence its source")
        .isInstanceOf(Verdict.Holds.class);
  }

  /** A receiver that acknowledges tells its source that it ends, and waits for that. */
  @Test
  void acknowledgesNoMoreWhileItStopsOfASourceThatDoesNotAnswer() {
    LoneAttempt attempt = new LoneAttempt();
    sourceAnswers = false;
    FencedReceiver.Before before = detach().before(attempt);

    DetachStep detach = detach();
    detach.run(attempt, before);

    assertThat(said).containsExactly("at once", "STOP", "after a while");
    assertThat(detach.verify(attempt, before)).isInstanceOf(Verdict.Holds.class);
  }

  @Test
  void whatWasCutOffWhileItDidNotAcknowledgeIsPutRight() {
    LoneAttempt attempt = new LoneAttempt();
    sourceAnswers = false;
    FencedReceiver.Before before = detach().before(attempt);
    onStop =
        () -> {
          throw new IllegalStateException("killed");
        };
    assertThatThrownBy(() -> detach().run(attempt, before)).hasMessage("killed");
    assertThat(acks).isFalse();

    onStop = () -> {};
    detach().run(attempt, before);

    assertThat(acks).isTrue();
    assertThat(receiver).isEqualTo(ThreadState.STOPPED);
  }

  @Test
  void ofASourceThatAnswersNothingIsSwitched() {
    LoneAttempt attempt = new LoneAttempt();

    detach().run(attempt, detach().before(attempt));

    assertThat(said).containsExactly("STOP");
  }
}

package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ProcessStart;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.OperationSettings;
import io.tutti.operation.Planning;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepKind;
import io.tutti.operation.StepKinds;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.LoneAttempt;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.operation.fixtures.UneventfulStep;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.recovery.Decision;
import io.tutti.recovery.LoopByHand;
import io.tutti.spi.Deadline;
import io.tutti.store.StartupObservations;
import io.tutti.topology.Records;
import io.tutti.topology.StartupObservation;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How soon a server that started fenced is lifted after what hindered it has passed. */
class StartFencedRecoveryTest {
  private static final InstanceAddress SERVER = InstanceAddress.parse("a:1");
  private static final InstanceAddress OTHER = InstanceAddress.parse("b:1");
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration REST_MAX = Duration.ofSeconds(30);

  private final InMemoryJournal store = new InMemoryJournal();
  private final SimulatedTime time = new SimulatedTime();
  private final Kept startups = new Kept();
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile Optional<ErrorCode> refusal = Optional.empty();
  private volatile boolean fails;
  private volatile boolean lasts;
  private final OperationRunner runner =
      new OperationRunner(
          List.of(new Lifting("start-fenced.lift"), new Lifting("other")),
          new StepKinds(
              List.of(StepKind.of("lift", Nothing.class, Nothing.class, planned -> new Lift()))),
          OperationSettings.USUAL,
          new OperationRunner.Environment(store, store, store, time, time));
  private final LoopByHand recovery = loop(LiftPolicy.AUTO);

  private LoopByHand loop(LiftPolicy policy) {
    return new LoopByHand(
        StartFencedRecovery.rule(policy, startups),
        runner,
        () ->
            new WorldView(
                States.snapshot(States.of("a:1").reached()),
                Records.NONE.withStartups(startups.all())),
        time,
        store);
  }

  private static final class Kept implements StartupObservations {
    private final Map<InstanceAddress, StartupObservation> observations = new ConcurrentHashMap<>();
    private final AtomicReference<Runnable> afterFind = new AtomicReference<>(() -> {});

    @Override
    public List<StartupObservation> all() {
      return List.copyOf(observations.values());
    }

    @Override
    public Optional<StartupObservation> find(InstanceAddress instance) {
      Optional<StartupObservation> found = Optional.ofNullable(observations.get(instance));
      afterFind.getAndSet(() -> {}).run();
      return found;
    }

    @Override
    public void save(StartupObservation observation) {
      observations.put(observation.instance(), observation);
    }

    @Override
    public void change(InstanceAddress instance, UnaryOperator<StartupObservation> change) {
      observations.computeIfPresent(instance, (same, kept) -> change.apply(kept));
    }
  }

  private final class Lifting implements Planning {
    private final String kind;

    Lifting(String kind) {
      this.kind = kind;
    }

    @Override
    public String goalKind() {
      return kind;
    }

    @Override
    public Class<Nothing> request() {
      return Nothing.class;
    }

    @Override
    public Plan plan(Goal goal, Deadline deadline) {
      refusal
          .filter(code -> kind.equals("start-fenced.lift"))
          .ifPresent(code -> {
            throw new OrchestratorException(code, SERVER.toString(), "It is refused.", List.of());
          });
      InstanceAddress target = InstanceAddress.parse(goal.target());
      return Plan.of(
          goal,
          kind.equals("other")
              ? Scope.ofTopology("main", List.of(target))
              : Scope.of("main", List.of(target)),
          List.of(PlannedStep.of("lift", target, "it", Nothing.NOTHING, "lift it")));
    }
  }

  private final class Lift implements UneventfulStep {
    @Override
    public void precondition(StepContext context) {
      if (lasts) {
        try {
          released.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      if (fails) {
        throw StepFailure.fatal("It was restarted.", List.of());
      }
    }

    @Override
    public StepOutcome run(StepContext context, Nothing before) {
      startups
          .find(SERVER)
          .map(observation -> observation.lifted(time.instant()))
          .ifPresent(startups::save);
      return StepOutcome.done("Done.");
    }
  }

  @BeforeEach
  void startsFenced() {
    startsFenced(States.NOW);
  }

  private void startsFenced(Instant at) {
    startups.save(startedFenced(at));
  }

  private static StartupObservation startedFenced(Instant at) {
    return new StartupObservation(
        SERVER,
        new ProcessStart(at, at),
        true,
        new TreeMap<>(Map.of("read_only", "ON")),
        new TreeMap<>(Map.of("read_only", "OFF")),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  @AfterEach
  void close() {
    released.countDown();
    runner.close();
  }

  private void letPass(Duration duration) throws InterruptedException {
    Instant end = time.instant().plus(duration);
    while (time.instant().isBefore(end)) {
      recovery.recover().forEach(this::awaitRest);
      time.pause(TICK);
    }
  }

  private void awaitRest(Operation operation) {
    if (!lasts) {
      try {
        runner.awaitRest(operation.id(), REST_MAX);
        recovery.operationsEnded();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isLifted() {
    return startups.find(SERVER).filter(StartupObservation::isWaiting).isEmpty();
  }

  @Test
  void aRefusalThatPassesCostsAFractionOfASecond() throws InterruptedException {
    refusal = Optional.of(ErrorCode.FENCE_NOT_LIFTABLE);
    letPass(Duration.ofSeconds(2));
    assertThat(startups.find(SERVER).orElseThrow().stays()).contains("It is refused.");
    refusal = Optional.empty();

    letPass(Duration.ofMillis(700));

    assertThat(isLifted()).isTrue();
  }

  @Test
  void oneThatLastedForLongIsLiftedAtOnceWhenSomethingCame() throws InterruptedException {
    refusal = Optional.of(ErrorCode.FENCE_NOT_LIFTABLE);
    letPass(Duration.ofMinutes(5));
    recovery.recover();
    refusal = Optional.empty();
    letPass(TICK);
    assertThat(isLifted()).isFalse();
    recovery.stirred();

    letPass(TICK);

    assertThat(isLifted()).isTrue();
  }

  @Test
  void aLiftThatFailedIsFollowedByTheNext() throws InterruptedException {
    fails = true;
    letPass(TICK);
    assertThat(store.latest(9)).hasSize(1);
    fails = false;

    letPass(Duration.ofSeconds(1));

    assertThat(isLifted()).isTrue();
  }

  /** It was begun for a process that has ended since, and takes its time to notice that. */
  @Test
  void howLongOneWasUnderWayCostsNothingAfterwards() throws InterruptedException {
    lasts = true;
    fails = true;
    letPass(Duration.ofMinutes(1));
    assertThat(store.latest(9)).hasSize(1);
    startsFenced(States.NOW.plusSeconds(60));
    letPass(Duration.ofMinutes(1));
    assertThat(store.latest(9)).hasSize(1);
    lasts = false;
    released.countDown();
    await().until(() -> runner.holders().isEmpty());
    recovery.operationsEnded();
    fails = false;

    letPass(Duration.ofMillis(700));

    assertThat(isLifted()).isTrue();
  }

  @Test
  void itBeginsAsSoonAsWhatIsInTheWayHasEnded() throws InterruptedException {
    lasts = true;
    runner.submit(new Goal("other", OTHER.toString(), Nothing.NOTHING), "anna", Optional.empty());
    letPass(Duration.ofMinutes(5));
    assertThat(store.latest(9)).hasSize(1);
    assertThat(startups.find(SERVER).orElseThrow().stays()).isEmpty();
    lasts = false;
    released.countDown();
    await().until(() -> runner.holders().isEmpty());
    recovery.operationsEnded();

    letPass(TICK);

    assertThat(isLifted()).isTrue();
  }

  /**
   * It is restarted, and its next process is seen first, just when it is kept why the one before
   * was not lifted: the next one is seen first only once.
   */
  @Test
  void whyAnEarlierProcessStaysFencedIsNotKeptInThePlaceOfTheNext() throws InterruptedException {
    StartupObservation next = startedFenced(States.NOW.plusSeconds(60));
    refusal = Optional.of(ErrorCode.FENCE_NOT_LIFTABLE);
    startups.afterFind.set(() -> startups.save(next));

    letPass(TICK);

    assertThat(startups.find(SERVER).orElseThrow().startedAt()).isEqualTo(next.startedAt());
  }

  /** The same while it is kept that the one before was lifted. */
  @Test
  void thatAnEarlierProcessWasLiftedIsNotKeptInThePlaceOfTheNext() {
    StartupObservation next = startedFenced(States.NOW.plusSeconds(60));
    LiftedStep lifted =
        new LiftedStep(
            (TrustedServers)
                (address, deadline) -> {
                  throw new AssertionError(States.WHY);
                },
            startups,
            time,
            PlannedStep.of(LiftedStep.KIND, SERVER, "start-fenced", Nothing.NOTHING, "keep it"));
    startups.afterFind.set(() -> startups.save(next));

    lifted.run(new LoneAttempt(), Nothing.NOTHING);

    assertThat(startups.find(SERVER)).contains(next);
  }

  @Test
  void nothingIsLiftedWhereAPersonIsToDoIt() {
    LoopByHand off = loop(LiftPolicy.OFF);

    assertThat(off.recover()).isEmpty();

    assertThat(startups.find(SERVER).orElseThrow().stays())
        .contains("tutti.start-fenced.unfence is OFF.");
    assertThat(off.decided())
        .singleElement()
        .satisfies(each -> assertThat(each.decision()).isInstanceOf(Decision.AskOperator.class));
  }
}

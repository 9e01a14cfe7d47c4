package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationRequest;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.Scope;
import io.tutti.plan.StepProgress;
import io.tutti.plan.StepState;
import io.tutti.plan.Unreadable;
import io.tutti.plan.Why;
import io.tutti.spi.Deadline;
import io.tutti.store.Journal;
import io.tutti.store.JournalEntry;
import io.tutti.store.LockGrant;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left to persons, to a store that is back, and to the next start. */
class StuckOperationTest {
  private static final InstanceAddress DB7 = InstanceAddress.parse("db7:3306");
  private static final Goal GOAL = new Goal("lamp.on", "db7:3306", Nothing.NOTHING);
  private static final Duration SOON = Duration.ofSeconds(20);

  private final InMemoryJournal store = new InMemoryJournal();
  private final SimulatedTime time = new SimulatedTime();
  private volatile boolean lampOn;
  private volatile boolean lampBroken;
  private volatile boolean undoRefused;
  private volatile boolean undoFails;
  private final AtomicInteger undos = new AtomicInteger();
  private volatile boolean storeDown;
  private volatile boolean storeDownAfterRun;
  private final OperationRunner runner = runner(time);

  private OperationRunner runner(Pauses pauses) {
    return new OperationRunner(
        List.of(new Lamps()),
        new StepKinds(List.of(StepKind.of("lamp", Nothing.class, Was.class, step -> new Lamp()))),
        OperationSettings.USUAL,
        new OperationRunner.Environment(unreliable(), store, store, time, pauses));
  }

  private Journal unreliable() {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            (proxy, method, arguments) -> {
              if (storeDown) {
                throw new IllegalStateException("the store does not answer");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  private static final class Lamps implements Planning {
    @Override
    public String goalKind() {
      return "lamp.on";
    }

    @Override
    public Class<Nothing> request() {
      return Nothing.class;
    }

    @Override
    public Plan plan(Goal goal, Deadline deadline) {
      PlannedStep step = PlannedStep.of("lamp", DB7, "lamp", Nothing.NOTHING, "switch the lamp on");
      return Plan.of(goal, Scope.of("main", List.of(DB7)), List.of(step));
    }
  }

  private record Was(boolean on) {}

  private final class Lamp implements Step<Was> {
    @Override
    public void precondition(StepContext context) {}

    @Override
    public Was before(StepContext context) {
      return new Was(lampOn);
    }

    @Override
    public StepOutcome run(StepContext context, Was before) {
      lampOn = true;
      storeDown = storeDownAfterRun;
      return StepOutcome.done("It is on.");
    }

    @Override
    public Verdict verify(StepContext context, Was before) {
      return Verdict.of(lampOn && !lampBroken, "It is dark.");
    }

    @Override
    public void undo(StepContext context, Was before) {
      undos.incrementAndGet();
      if (undoFails) {
        throw new OrchestratorException(
            ErrorCode.STATEMENT_FAILED, DB7.toString(), "SWITCH failed.", List.of());
      }
      if (undoRefused) {
        throw StepFailure.fatal("The switch is jammed.", List.of("oil the switch"));
      }
      lampOn = before.on();
    }

    @Override
    public Verdict verifyUndone(StepContext context, Was before) {
      return Verdict.of(lampOn == before.on(), "It is still on.");
    }
  }

  @AfterEach
  void close() {
    storeDown = false;
    runner.close();
  }

  private Operation stuck() throws InterruptedException {
    lampBroken = true;
    undoRefused = true;
    Operation operation = runner.submit(GOAL, "anna", Optional.empty());
    Operation end = runner.awaitRest(operation.id(), SOON);
    assertThat(end.state()).isEqualTo(OperationState.STUCK);
    return end;
  }

  @Test
  void showsTheRemediesOfTheStepThatIsStuck() throws InterruptedException {
    Operation stuck = stuck();

    assertThat(stuck.why().sentence()).contains("The switch is jammed.").contains("on=false");
    assertThat(stuck.why().remedies())
        .contains(
            Remedy.advice("oil the switch"),
            Remedy.of("fix what prevents it, then: %s", Acts.retry(stuck.id())))
        .anyMatch(remedy -> remedy.acts().contains(Acts.settle(stuck.id())));
    assertThat(store.grants()).isEmpty();
  }

  @Test
  void asksNoSecondTimeWhereAStepSaysThatItCannotBeUndone() throws InterruptedException {
    stuck();

    assertThat(undos).hasValue(1);
  }

  /** It is not known whether that changes, and giving up leaves a server half done. */
  @Test
  void undoesAgainWhatAServerRefused() throws InterruptedException {
    undoFails = true;

    stuck();

    assertThat(undos).hasValueGreaterThan(5);
  }

  @Test
  void keepsOthersFromItsInstancesUntilItIsSettled() throws InterruptedException {
    Operation stuck = stuck();
    assertThatThrownBy(() -> runner.submit(GOAL, "anna", Optional.empty()))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ErrorCode.INSTANCE_IN_OPERATION);
              assertThat(refusal.remedies().toString()).contains(stuck.id().toString());
            });

    Operation settled = runner.settle(stuck.id(), "berta", "I pulled the plug.");

    assertThat(settled.state()).isEqualTo(OperationState.FAILED);
    assertThat(settled.why().reason()).isEqualTo(Reason.SETTLED_BY_HAND);
    lampOn = false;
    lampBroken = false;
    Operation next = runner.submit(GOAL, "anna", Optional.empty());
    assertThat(runner.awaitRest(next.id(), SOON).state()).isEqualTo(OperationState.SUCCEEDED);
  }

  private Operation left(Function<Operation, Operation> how) throws InterruptedException {
    Unreadable later = new Unreadable("lamp.dimmed", 2, "{}", "there is no such kind");
    PlannedStep step = PlannedStep.of("lamp", DB7, "lamp", later, "dim the lamp");
    Plan plan = Plan.of(GOAL, Scope.of("main", List.of(DB7)), List.of(step));
    Operation planned =
        Operation.planned(
            new OperationId("one"),
            plan,
            new OperationRequest("anna", Optional.empty(), time.instant()));
    Operation left = how.apply(planned);
    store.create(
        store.acquire(plan.scope(), planned.id()),
        new JournalEntry(left, OperationEvent.of(left, "left"), Optional.empty()));
    runner.resumeUnfinished();
    return runner.awaitRest(planned.id(), SOON);
  }

  @Test
  void doesNothingByWhatAnotherReleaseWroteAndThisOneCannotRead() throws InterruptedException {
    Operation end = left(Function.identity());

    assertThat(end.state()).isEqualTo(OperationState.FAILED);
    assertThat(end.why().reason()).isEqualTo(Reason.NOT_READABLE);
    assertThat(end.why().sentence())
        .contains("\"lamp.dimmed\" in version 2")
        .endsWith("Nothing was changed.");
    assertThat(lampOn).isFalse();
  }

  @Test
  void leavesWhatItCannotReadToAPersonWhereItWasBegun() throws InterruptedException {
    lampOn = true;

    Operation end =
        left(planned ->
            planned
                .withState(OperationState.RUNNING, Why.of(Reason.PLAN_STILL_RIGHT))
                .withStep(0, StepProgress.PENDING.running(new Was(false))));

    assertThat(end.state()).isEqualTo(OperationState.STUCK);
    assertThat(end.why().reason()).isEqualTo(Reason.NOT_READABLE);
    assertThat(end.why().sentence()).contains("(before: on=false)");
    assertThat(lampOn).as("nothing was put back").isTrue();
    assertThat(undos).hasValue(0);
    assertThat(runner.resumeUnfinished()).as("not by itself").isEmpty();
  }

  /** Else the same would be tried, and what it claims kept from others, for ever. */
  @Test
  void endsWhatItCannotReadAndThatHasNoEffectAnyMore() throws InterruptedException {
    Operation end =
        left(planned ->
            planned
                .withState(OperationState.RUNNING, Why.of(Reason.PLAN_STILL_RIGHT))
                .withStep(
                    0, StepProgress.PENDING.running(new Was(false)).withState(StepState.UNDONE))
                .withState(OperationState.UNDOING, Why.of(Reason.CANCELLED)));

    assertThat(end.state()).isEqualTo(OperationState.UNDONE);
    assertThat(end.why().reason()).isEqualTo(Reason.CANCELLED);
    assertThat(end.why().sentence()).endsWith("Everything was restored as it was.");
    assertThat(undos).hasValue(0);
    assertThat(store.grants()).isEmpty();
  }

  @Test
  void endsWhatItCannotReadAndWasOnlyVerified() throws InterruptedException {
    Operation end =
        left(planned ->
            planned
                .withState(OperationState.RUNNING, Why.of(Reason.PLAN_STILL_RIGHT))
                .withState(OperationState.VERIFYING, Why.of(Reason.STEPS_DONE)));

    assertThat(end.state()).isEqualTo(OperationState.UNDONE);
    assertThat(end.why().reason()).isEqualTo(Reason.NOT_READABLE);
    assertThat(store.grants()).isEmpty();
  }

  @Test
  void undoesWhenSomebodyAsksForItAgain() throws InterruptedException {
    Operation stuck = stuck();
    assertThat(runner.resumeUnfinished()).as("not by itself").isEmpty();
    undoRefused = false;

    runner.retry(stuck.id());

    assertThat(runner.awaitRest(stuck.id(), SOON).state()).isEqualTo(OperationState.UNDONE);
    assertThat(lampOn).isFalse();
    assertThatThrownBy(() -> runner.retry(stuck.id()))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("undone, not stuck");
  }

  @Test
  void stopsActingWithoutAJournalAndGoesOnWhenTheStoreIsBack() throws InterruptedException {
    storeDownAfterRun = true;
    Operation operation = runner.submit(GOAL, "anna", Optional.empty());
    await().atMost(SOON).until(() -> storeDown && lampOn);
    // The bounded attempts to write pass in simulated time; then it is let go.
    await()
        .atMost(SOON)
        .untilAsserted(() ->
            assertThat(store.find(operation.id()).orElseThrow().state())
                .isEqualTo(OperationState.RUNNING));
    storeDownAfterRun = false;
    storeDown = false;

    await()
        .atMost(SOON)
        .until(() -> {
          runner.resumeUnfinished();
          return runner.require(operation.id()).state() == OperationState.SUCCEEDED;
        });
  }

  @Test
  void leavesAnOperationThatWaitsToTheNextStart() throws InterruptedException {
    lampBroken = true;
    OperationRunner slow = runner(Thread::sleep);
    Operation operation = slow.submit(GOAL, "anna", Optional.empty());
    await().atMost(SOON).until(() -> lampOn);
    Thread closing = Thread.ofVirtual().start(slow::close);
    lampBroken = false;
    closing.join();

    runner.resumeUnfinished();

    assertThat(runner.awaitRest(operation.id(), SOON).state()).isEqualTo(OperationState.SUCCEEDED);
    assertThatThrownBy(() -> slow.submit(GOAL, "anna", Optional.empty()))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("shutting down");
  }

  @Test
  void refusesAWriteUnderAnOldEpoch() {
    Operation operation = runner.submit(GOAL, "anna", Optional.empty());
    LockGrant old = new LockGrant(operation.plan().scope(), operation.id(), 0);

    assertThatThrownBy(() ->
            store.write(
                old,
                new JournalEntry(
                    operation, OperationEvent.of(operation, "late"), Optional.empty())))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.STALE_EPOCH));
  }
}

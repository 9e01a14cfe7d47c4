package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.FakeReplicas;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.UneventfulStep;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.store.AuditRecord;
import io.tutti.store.Journal;
import io.tutti.store.LockGrant;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationRunnerTest {
  private static final Goal GOAL = FakeReplicas.apply("workers", "8", "db7:3306");
  private static final Duration SOON = Duration.ofSeconds(20);

  private final FakeReplicas world =
      new FakeReplicas()
          .with("db7:3306", true, Map.of("workers", "2"))
          .with("db8:3306", true, Map.of("workers", "2"));
  private final InMemoryJournal store = new InMemoryJournal();
  private final SimulatedTime time = new SimulatedTime();
  private final Semaphore gate = new Semaphore(0);
  private final CountDownLatch atGate = new CountDownLatch(1);
  private final AtomicInteger acting = new AtomicInteger();
  private final AtomicInteger actingMost = new AtomicInteger();
  private volatile boolean gateIsPointOfNoReturn;
  private final Another acts = new Another();
  private final OperationRunner runner = runner(OperationSettings.USUAL);

  private record Wait(String cluster, boolean whole) {}

  /** A goal whose one step waits at the gate; its target names the cluster, too. */
  private final class Gated implements Planning {
    @Override
    public String goalKind() {
      return "wait";
    }

    @Override
    public Class<Wait> request() {
      return Wait.class;
    }

    @Override
    public Plan plan(Goal goal, Deadline deadline) {
      InstanceAddress target = InstanceAddress.parse(goal.target());
      String cluster = goal.request(Wait.class).cluster();
      return Plan.of(
          goal,
          goal.request(Wait.class).whole()
              ? Scope.ofTopology(cluster, List.of(target))
              : Scope.of(cluster, List.of(target)),
          List.of(
              PlannedStep.of("gate", target, "gate", Nothing.NOTHING, "wait at the gate"),
              PlannedStep.of("gate.open", target, "door", Nothing.NOTHING, "walk on")));
    }
  }

  private final class GateStep implements UneventfulStep {
    private final boolean waits;

    GateStep(boolean waits) {
      this.waits = waits;
    }

    @Override
    public boolean isPointOfNoReturn() {
      return waits && gateIsPointOfNoReturn;
    }

    @Override
    public StepOutcome run(StepContext context, Nothing before) {
      if (waits) {
        actingMost.accumulateAndGet(acting.incrementAndGet(), Math::max);
        atGate.countDown();
        gate.acquireUninterruptibly();
        acting.decrementAndGet();
      }
      return StepOutcome.done("Passed.");
    }
  }

  private OperationRunner runner(OperationSettings settings) {
    return runner(settings, store);
  }

  private OperationRunner runner(OperationSettings settings, Journal journal) {
    List<Planning> plannings = new ArrayList<>(world.capabilities().plannings());
    plannings.add(new Gated());
    List<StepKind<?>> kinds = new ArrayList<>(world.capabilities().eachStepKind());
    kinds.add(StepKind.of("gate", Nothing.class, Nothing.class, step -> new GateStep(true)));
    kinds.add(StepKind.of("gate.open", Nothing.class, Nothing.class, step -> new GateStep(false)));
    return new OperationRunner(
        plannings,
        new StepKinds(kinds),
        settings,
        new OperationRunner.Environment(
            journal,
            store,
            store,
            time,
            time,
            Reservations.NONE,
            OperationHooks.NONE,
            (servers, waitMax) -> acts.take(servers)));
  }

  /** Another controller with a store of its own. */
  private static final class Another {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile boolean isActing;

    private StepFailure failure() {
      return StepFailure.fatal("Another controller acts there.", List.of("end it"));
    }

    ActingLocks.Held take(Collection<InstanceAddress> servers) {
      asked.add("take " + servers);
      if (isActing) {
        throw failure();
      }
      return new ActingLocks.Held() {
        @Override
        public Optional<StepFailure> lost() {
          return isActing ? Optional.of(failure()) : Optional.empty();
        }

        @Override
        public void close() {
          asked.add("give back");
        }
      };
    }
  }

  @AfterEach
  void close() {
    gate.release(1000);
    runner.close();
  }

  private static Goal waiting(String target, String cluster) {
    return new Goal("wait", target, new Wait(cluster, false));
  }

  private static Goal whole(String target, String cluster) {
    return new Goal("wait", target, new Wait(cluster, true));
  }

  private Operation submit(Goal goal) {
    return runner.submit(goal, "anna", Optional.empty());
  }

  private Operation ended(Operation operation) throws InterruptedException {
    return runner.awaitRest(operation.id(), SOON);
  }

  private static OrchestratorException refusal(Runnable attempt) {
    try {
      attempt.run();
    } catch (OrchestratorException e) {
      return e;
    }
    throw new AssertionError("it was not refused");
  }

  @Test
  void carriesOutTheVeryPlanThatTheDryRunShows() throws InterruptedException {
    Plan shown = runner.dryRun(GOAL);

    Operation end = ended(submit(GOAL));

    assertThat(end.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(end.plan()).isEqualTo(shown);
    assertThat(shown.effects()).hasSize(1);
    assertThat(world.replica("db7:3306").settings()).containsEntry("workers", "8");
  }

  @Test
  void saysOnceThatOneHasEndedAfterItHas() {
    List<Operation> heard = new CopyOnWriteArrayList<>();
    runner.whenEnded(heard::add);

    Operation submitted = submit(GOAL);

    await().atMost(SOON).until(() -> !heard.isEmpty());
    assertThat(heard)
        .singleElement()
        .satisfies(each -> {
          assertThat(each.id()).isEqualTo(submitted.id());
          assertThat(each.state()).isEqualTo(OperationState.SUCCEEDED);
        });
    assertThat(runner.holders()).isEmpty();
  }

  @Test
  void succeedsWithoutAStepWhenNothingIsToDo() throws InterruptedException {
    ended(submit(GOAL));

    Operation again = ended(submit(GOAL));

    assertThat(again.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(again.why().reason()).isEqualTo(Reason.NOTHING_TO_DO);
  }

  @Test
  void returnsTheSameOperationForTheSameKey() throws InterruptedException {
    Operation first = runner.submit(GOAL, "anna", Optional.of("k1"));
    Operation second = runner.submit(GOAL, "anna", Optional.of("k1"));
    assertThat(second.id()).isEqualTo(first.id());
    ended(first);
    assertThat(runner.submit(GOAL, "anna", Optional.of("k1")).id()).isEqualTo(first.id());
  }

  @Test
  void refusesAKeyOfAnotherGoal() {
    runner.submit(GOAL, "anna", Optional.of("k1"));
    Goal other = FakeReplicas.apply("workers", "4", "db8:3306");

    OrchestratorException refusal = refusal(() -> runner.submit(other, "anna", Optional.of("k1")));

    assertThat(refusal.code()).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    assertThat(refusal).hasMessageContaining("Nothing was changed");
  }

  @Test
  void worksOnSeveralInstancesOfATopologyAtOnce() {
    submit(waiting("db7:3306", "main"));
    submit(waiting("db8:3306", "main"));
    await().atMost(SOON).until(() -> acting.get() == 2);

    assertThat(refusal(() -> submit(waiting("db8:3306", "main"))).code())
        .isEqualTo(ErrorCode.INSTANCE_IN_OPERATION);
    assertThat(refusal(() -> submit(whole("db9:3306", "main"))).code())
        .isEqualTo(ErrorCode.TOPOLOGY_LOCKED);
  }

  @Test
  void whatProtectsDisplacesAllThatIsInItsWayAndTheyGoOnAfterwards() throws InterruptedException {
    Operation one = submit(waiting("db7:3306", "main"));
    Operation two = submit(waiting("db8:3306", "main"));
    Operation elsewhere = submit(waiting("db9:3306", "other"));
    await().atMost(SOON).until(() -> acting.get() == 3);

    Operation urgent = submit(whole("db1:3306", "main").protecting());

    for (Operation each : List.of(one, two)) {
      assertThat(runner.require(each.id()).state()).isEqualTo(OperationState.DISPLACED);
      assertThat(runner.require(each.id()).why().sentence()).contains(urgent.id().toString());
    }
    assertThat(runner.require(elsewhere.id()).state()).isEqualTo(OperationState.RUNNING);
    assertThat(runner.holders()).containsExactlyInAnyOrder(urgent.id(), elsewhere.id());
    gate.release(1000);
    for (Operation each : List.of(one, two, urgent, elsewhere)) {
      await()
          .atMost(SOON)
          .until(() -> runner.require(each.id()).state() == OperationState.SUCCEEDED);
    }
    assertThat(store.latest(Optional.of("db7:3306"), 9))
        .extracting(AuditRecord::action)
        .contains("wait.displaced");
  }

  @Test
  void refusesASecondProtectionAndDisplacesNothingForIt() throws InterruptedException {
    Operation first = submit(whole("db1:3306", "main").protecting());
    Operation routine = submit(waiting("db7:3306", "other"));

    OrchestratorException refusal = refusal(() -> submit(whole("db7:3306", "main").protecting()));

    assertThat(refusal.code()).isEqualTo(ErrorCode.TOPOLOGY_LOCKED);
    assertThat(refusal).hasMessageContaining(first.id().toString());
    assertThat(runner.require(routine.id()).state()).isNotEqualTo(OperationState.DISPLACED);
  }

  @Test
  void whatIsDisplacedKeepsRoutineWorkFromItsInstances() {
    Operation displaced = submit(waiting("db7:3306", "main"));
    submit(whole("db1:3306", "main").protecting());

    OrchestratorException refusal = refusal(() -> submit(waiting("db7:3306", "renamed")));

    assertThat(refusal.code()).isEqualTo(ErrorCode.INSTANCE_IN_OPERATION);
    assertThat(refusal).hasMessageContaining(displaced.id() + " changes the same instances");
  }

  @Test
  void displacesWhatAnEarlierControllerLeftUnfinished() throws InterruptedException {
    OperationRunner earlier = runner(OperationSettings.USUAL);
    Operation left = earlier.submit(waiting("db7:3306", "main"), "anna", Optional.empty());
    await().atMost(SOON).until(() -> acting.get() == 1);

    Operation urgent = submit(whole("db1:3306", "main").protecting());

    assertThat(runner.require(left.id()).state()).isEqualTo(OperationState.DISPLACED);
    gate.release(1000);
    assertThat(ended(urgent).state()).isEqualTo(OperationState.SUCCEEDED);
    await().atMost(SOON).until(() -> runner.require(left.id()).state() == OperationState.SUCCEEDED);
    earlier.close();
  }

  @Test
  void nothingIsDoneBesideAnotherController() throws InterruptedException {
    acts.isActing = true;

    Operation refused = ended(submit(GOAL));

    assertThat(refused.state()).isEqualTo(OperationState.FAILED);
    assertThat(refused.why().reason()).isEqualTo(Reason.ANOTHER_CONTROLLER);
    assertThat(refused.why().sentence())
        .isEqualTo("Another controller acts there. Nothing was changed.");

    acts.isActing = false;
    assertThat(ended(submit(GOAL)).state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(acts.asked).containsExactly("take [db7:3306]", "take [db7:3306]", "give back");
  }

  /** What it did is not undone either, as it does not know what that one does. */
  @Test
  void besideAnotherControllerThatCameSinceItIsLeftAndThenUndone() throws InterruptedException {
    Operation begun = submit(waiting("db7:3306", "main"));
    await().atMost(SOON).until(() -> acting.get() == 1);
    acts.isActing = true;
    gate.release(1);

    Operation stuck = ended(begun);

    assertThat(stuck.state()).isEqualTo(OperationState.STUCK);
    assertThat(stuck.why().reason()).isEqualTo(Reason.ANOTHER_CONTROLLER);
    assertThat(stuck.why().sentence())
        .startsWith("Another controller acts there. Not yet as before: after \"wait at the gate\"");
    assertThat(ended(runner.retry(stuck.id())).state()).isEqualTo(OperationState.STUCK);

    acts.isActing = false;
    assertThat(ended(runner.retry(stuck.id())).state()).isEqualTo(OperationState.UNDONE);
    assertThat(acts.asked.getLast()).isEqualTo("give back");
  }

  private List<String> messages(Operation operation) {
    List<String> seen = new CopyOnWriteArrayList<>();
    runner.follow(operation.id(), 1, event -> seen.add(event.message())).join();
    return seen;
  }

  @Test
  void onceClientsAreServedTheRestIsDoneBesideAnotherController() throws InterruptedException {
    gateIsPointOfNoReturn = true;
    Operation begun = submit(waiting("db7:3306", "main"));
    await().atMost(SOON).until(() -> acting.get() == 1);
    acts.isActing = true;
    gate.release(1);

    assertThat(ended(begun).state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(messages(begun)).contains("Another controller acts there.");
  }

  @Test
  void whatProtectsWaitsForNoTurn() throws InterruptedException {
    OperationSettings one =
        new OperationSettings(1, 1, SOON, SOON, Duration.ofSeconds(1), RetryBudget.USUAL);
    OperationRunner narrow = runner(one);
    narrow.submit(waiting("db1:1", "other"), "anna", Optional.empty());
    await().atMost(SOON).until(() -> acting.get() == 1);

    narrow.submit(whole("db1:3306", "main").protecting(), "anna", Optional.empty());

    await().atMost(SOON).until(() -> acting.get() == 2);
    narrow.close();
  }

  @Test
  void refusesASecondOperationOnTheTopologyAndNamesTheHolder() {
    Operation holder = submit(whole("db7:3306", "main"));

    OrchestratorException refusal = refusal(() -> submit(waiting("db8:3306", "main")));

    assertThat(refusal.code()).isEqualTo(ErrorCode.TOPOLOGY_LOCKED);
    assertThat(refusal).hasMessageContaining(holder.id().toString());
    assertThat(store.latest(Optional.of("db8:3306"), 1))
        .extracting(AuditRecord::action, AuditRecord::outcome)
        .containsExactly(tuple("wait.refused", AuditRecord.Outcome.REFUSED));
  }

  @Test
  void refusesAnInstanceThatAnOperationOfAnotherClusterNameTouches() {
    submit(waiting("db7:3306", "main"));

    assertThat(refusal(() -> submit(waiting("db7:3306", "renamed"))).code())
        .isEqualTo(ErrorCode.INSTANCE_IN_OPERATION);
  }

  @Test
  void actsOnABoundedNumberOfTopologiesAtOnce() throws InterruptedException {
    OperationSettings two =
        new OperationSettings(2, 100, SOON, SOON, Duration.ofSeconds(1), RetryBudget.USUAL);
    OperationRunner bounded = runner(two);
    List<Operation> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(bounded.submit(waiting("db" + i + ":1", "c" + i), "anna", Optional.empty()));
    }
    await().atMost(SOON).until(() -> acting.get() == 2);
    gate.release(6);
    for (Operation each : all) {
      assertThat(bounded.awaitRest(each.id(), SOON).state()).isEqualTo(OperationState.SUCCEEDED);
    }
    assertThat(actingMost.get()).isEqualTo(2);
    bounded.close();
  }

  @Test
  void abortsWhenThePlanChangedBeforeTheFirstStep() throws InterruptedException {
    OperationSettings one =
        new OperationSettings(1, 100, SOON, SOON, Duration.ofSeconds(1), RetryBudget.USUAL);
    OperationRunner narrow = runner(one);
    narrow.submit(waiting("db1:1", "other"), "anna", Optional.empty());
    assertThat(atGate.await(20, TimeUnit.SECONDS)).isTrue();
    Operation queued = narrow.submit(GOAL, "anna", Optional.empty());
    world.change(InstanceAddress.parse("db7:3306"), "workers", "8");

    gate.release();
    Operation end = narrow.awaitRest(queued.id(), SOON);

    assertThat(end.state()).isEqualTo(OperationState.FAILED);
    assertThat(end.why().reason()).isEqualTo(Reason.PLAN_CHANGED);
    assertThat(end.why().sentence()).endsWith("Nothing was changed.");
    narrow.close();
  }

  @Test
  void cancelsBetweenStepsAndUndoes() throws InterruptedException {
    Operation operation = submit(waiting("db7:3306", "main"));
    assertThat(atGate.await(20, TimeUnit.SECONDS)).isTrue();

    runner.cancel(operation.id(), "berta");
    gate.release();
    Operation end = ended(operation);

    assertThat(end.state()).isEqualTo(OperationState.UNDONE);
    assertThat(end.why().sentence()).startsWith("Cancelled by berta.");
    assertThat(refusal(() -> runner.cancel(operation.id(), "berta")).code())
        .isEqualTo(ErrorCode.OPERATION_STATE);
  }

  @Test
  void replaysPastEventsAndFollowsNewOnesWithoutAHole() {
    Operation operation = submit(waiting("db7:3306", "main"));
    List<OperationEvent> early = new CopyOnWriteArrayList<>();
    CompletableFuture<OperationState> first = runner.follow(operation.id(), 1, early::add);
    await().atMost(SOON).until(() -> early.size() >= 3);
    List<OperationEvent> late = new CopyOnWriteArrayList<>();
    CompletableFuture<OperationState> second = runner.follow(operation.id(), 3, late::add);

    gate.release();

    assertThat(first.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(second.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(OperationState.SUCCEEDED);
    for (int i = 0; i < early.size(); i++) {
      assertThat(early.get(i).sequence()).isEqualTo(i + 1L);
    }
    assertThat(late).isEqualTo(early.subList(2, early.size()));
    assertThat(early.getLast().percent()).isEqualTo(100);
  }

  @Test
  void stopsFollowingWhenAskedTo() {
    Operation operation = submit(waiting("db7:3306", "main"));
    List<OperationEvent> seen = new CopyOnWriteArrayList<>();
    CompletableFuture<OperationState> following = runner.follow(operation.id(), 1, seen::add);
    await().atMost(SOON).until(() -> !seen.isEmpty());

    following.cancel(true);

    assertThat(following).isCancelled();
  }

  @Test
  void auditsStartAndEndWithActorAndReason() throws InterruptedException {
    ended(submit(GOAL));

    assertThat(store.latest(Optional.of("db7:3306"), 10).reversed())
        .extracting(AuditRecord::action)
        .containsExactly("parallelism.apply.started", "parallelism.apply.ended");
    assertThat(store.latest(Optional.of("db7:3306"), 1).getFirst().actor()).isEqualTo("anna");
  }

  @Test
  void refusesAGoalThatNobodyPlansAndNamesThoseThatAre() {
    OrchestratorException refusal =
        refusal(() -> submit(new Goal("fly", "db7:3306", Nothing.NOTHING)));
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal).hasMessageContaining("parallelism.apply, wait");
  }

  @Test
  void refusesAnOperationThatDoesNotExist() {
    assertThatThrownBy(() -> runner.require(new OperationId("none")))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("list operations");
  }

  @Test
  void releasesALockWhoseOperationWasNeverJournaled() throws InterruptedException {
    store.acquire(
        Scope.ofTopology("main", List.of(InstanceAddress.parse("db1:3306"))),
        new OperationId("orphan"));
    assertThat(refusal(() -> submit(GOAL)).code()).isEqualTo(ErrorCode.TOPOLOGY_LOCKED);

    runner.resumeUnfinished();

    assertThat(ended(submit(GOAL)).state()).isEqualTo(OperationState.SUCCEEDED);
  }

  /** It was read as unfinished, and has ended since: its servers are free for others. */
  @Test
  void whatHasEndedIsNotLockedAgain() throws Exception {
    Goal goal = waiting("db7:3306", "main");
    Operation operation = submit(goal);
    assertThat(atGate.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    List<Operation> unfinished = store.unfinished();
    gate.release();
    assertThat(ended(operation).state()).isEqualTo(OperationState.SUCCEEDED);
    long epoch = epochOfNext(operation);

    try (OperationRunner late = runner(OperationSettings.USUAL, saying(unfinished))) {
      assertThat(late.resumeUnfinished()).isEmpty();
    }

    assertThat(epochOfNext(operation)).isEqualTo(epoch + 1);
  }

  private long epochOfNext(Operation ended) {
    LockGrant grant = store.acquire(ended.plan().scope(), new OperationId("next"));
    store.release(grant);
    return grant.epoch();
  }

  private Journal saying(List<Operation> unfinished) {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            (proxy, method, arguments) ->
                method.getName().equals("unfinished")
                    ? unfinished
                    : method.invoke(store, arguments));
  }
}

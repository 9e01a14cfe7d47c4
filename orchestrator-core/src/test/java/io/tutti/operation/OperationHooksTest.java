package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.Act;
import io.tutti.fixtures.States;
import io.tutti.hook.ConfiguredHook;
import io.tutti.hook.HookPolicy;
import io.tutti.hook.HookedGoals;
import io.tutti.hook.HookedServers;
import io.tutti.hook.Hooks;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.UneventfulStep;
import io.tutti.operation.promotion.FailoverFaultsTest;
import io.tutti.operation.promotion.FailoverRequest;
import io.tutti.operation.promotion.SwitchoverRequest;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.Scope;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When operations call hooks, and what comes of it. */
class OperationHooksTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");
  private static final InstanceAddress REPLICA = InstanceAddress.parse("b:1");
  private static final Goal GOAL = new Goal("fence", "a:1", Nothing.NOTHING);
  private static final HookOutcome FINE = new HookOutcome.Succeeded("moved\n");
  private static final HookOutcome BAD = new HookOutcome.Failed("It ended with 3.", "no\n");

  private final InMemoryJournal store = new InMemoryJournal();
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final List<HookEvent> events = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean stepFails;
  private OperationRunner runner = runner(HookPolicy.ADVISORY, FINE);

  private OperationHooks hooks(HookPolicy policy, HookOutcome outcome) {
    Hook hook =
        new Hook() {
          @Override
          public HookOutcome call(HookEvent event, Deadline deadline) {
            order.add(event.point().toString());
            events.add(event);
            return outcome;
          }

          @Override
          public String describe() {
            return "/opt/vip take";
          }
        };
    Hooks hooks =
        new Hooks(
            List.of(
                new ConfiguredHook(
                    "vip",
                    "made-up",
                    new HashSet<>(HookedGoals.parse("*")),
                    Duration.ofSeconds(30),
                    policy,
                    hook)));
    return new OperationHooks(
        hooks,
        HookedServers.of(() ->
            States.snapshot(
                States.of("a:1").reached(), States.of("b:1").replicatesFrom("a:1").reached())));
  }

  private OperationRunner runner(HookPolicy policy, HookOutcome outcome) {
    return new OperationRunner(
        List.of(new Fencing()),
        new StepKinds(
            List.of(StepKind.of("shut", Nothing.class, Nothing.class, planned -> new Shut()))),
        OperationSettings.USUAL,
        new OperationRunner.Environment(
            store,
            store,
            store,
            () -> Instant.EPOCH,
            duration -> {},
            Reservations.NONE,
            hooks(policy, outcome),
            ActingLocks.NONE));
  }

  private static final class Fencing implements Planning {
    @Override
    public String goalKind() {
      return GOAL.kind();
    }

    @Override
    public Class<Nothing> request() {
      return Nothing.class;
    }

    @Override
    public Plan plan(Goal goal, Deadline deadline) {
      return Plan.of(
              goal,
              Scope.of("main", List.of(SOURCE, REPLICA)),
              List.of(PlannedStep.of("shut", SOURCE, "shut", Nothing.NOTHING, "shut").affecting()))
          .withSuccessor(REPLICA);
    }
  }

  private final class Shut implements UneventfulStep {
    @Override
    public StepOutcome run(StepContext context, Nothing before) {
      order.add("step");
      if (stepFails) {
        throw StepFailure.fatal("It cannot.", List.of());
      }
      return StepOutcome.done("Done.");
    }

    @Override
    public void undo(StepContext context, Nothing before) {
      order.add("undo");
    }

    @Override
    public Verdict verifyUndone(StepContext context, Nothing before) {
      return Verdict.of(order.contains("undo"), "It is not undone.");
    }
  }

  private Operation carryOut() throws InterruptedException {
    Operation operation = runner.submit(GOAL, "alice", Optional.empty());
    return runner.awaitRest(operation.id(), Duration.ofSeconds(30));
  }

  private List<String> messages(Operation operation) {
    List<String> messages = Collections.synchronizedList(new ArrayList<>());
    runner.follow(operation.id(), 1, event -> messages.add(event.message())).join();
    return messages;
  }

  @AfterEach
  void close() {
    runner.close();
  }

  @Test
  void theyAreCalledBeforeTheFirstStepAndWhenTheGoalIsReached() throws InterruptedException {
    Operation ended = carryOut();

    assertThat(ended.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(order).containsExactly("before-fence", "step", "after-fence");
    assertThat(events)
        .extracting(HookEvent::id)
        .containsExactly(ended.id() + "-before-fence", ended.id() + "-after-fence");
    assertThat(events.getFirst().about().replicas()).containsExactly(REPLICA);
    assertThat(events.getFirst().about().successor()).contains(REPLICA);
    assertThat(events.getFirst().cause().succeeded()).isEmpty();
    assertThat(events)
        .extracting(event -> event.about().details().role())
        .containsExactly(Optional.of(HookEvent.Role.SOURCE), Optional.of(HookEvent.Role.SOURCE));
    assertThat(events.getLast().cause().succeeded()).contains(true);
    assertThat(messages(ended))
        .anyMatch(each ->
            each.matches(
                "Hook vip \\(before-fence\\) succeeded, after \\d+ ms. It printed: moved"));
  }

  @Test
  void oneThatMayAbortDoesSoBeforeAnythingIsChanged() throws InterruptedException {
    runner.close();
    runner = runner(HookPolicy.MAY_ABORT, BAD);

    Operation ended = carryOut();

    assertThat(ended.state()).isEqualTo(OperationState.FAILED);
    assertThat(ended.why().reason()).isEqualTo(Reason.HOOK_ABORTED);
    assertThat(ended.why().sentence())
        .contains("The hook vip, which may abort, did.", "It ended with 3", "Nothing was changed.");
    assertThat(ended.why().remedies().joined(" ", Act::toString)).contains("tutti.hooks.vip");
    assertThat(order).containsExactly("before-fence", "aborted-fence");
    assertThat(events.getLast().cause().succeeded()).contains(false);
  }

  @Test
  void anAdvisoryOneThatFailsHindersNothing() throws InterruptedException {
    runner.close();
    runner = runner(HookPolicy.ADVISORY, BAD);

    Operation ended = carryOut();

    assertThat(ended.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(messages(ended))
        .anyMatch(each -> each.contains("(after-fence) failed: It ended with 3"));
  }

  @Test
  void theyAreCalledWhenAllWasUndone() throws InterruptedException {
    stepFails = true;

    Operation ended = carryOut();

    assertThat(ended.state()).isEqualTo(OperationState.UNDONE);
    assertThat(order).containsExactly("before-fence", "step", "undo", "aborted-fence");
    assertThat(events.getLast().cause().reason()).contains("It cannot.");
  }

  @Test
  void aDryRunShowsWhatWouldBeCalledAndCallsNothing() {
    Plan plan = runner.dryRun(GOAL);

    assertThat(plan.notes().stream().map(note -> note.said(Act::toString)))
        .containsExactly(
            "Before the first step the hook vip is called (ADVISORY, 30 s at most): /opt/vip take,"
                + " about a:1 and its successor b:1.",
            "When the goal is reached the hook vip is called (ADVISORY, 30 s at most): /opt/vip"
                + " take, about a:1 and its successor b:1.",
            "If it is not reached the hook vip is called (ADVISORY, 30 s at most): /opt/vip take,"
                + " about a:1 and its successor b:1.",
            "Each gets, as it is then, and as variables or as JSON: TUTTI_CLUSTER=a:1 TUTTI_HOST=a"
                + " TUTTI_KIND=fence TUTTI_MEMBERS=a:1,b:1 TUTTI_PORT=1 TUTTI_REPLICAS=b:1"
                + " TUTTI_SAMPLE=false TUTTI_SUCCESSOR_HOST=b TUTTI_SUCCESSOR_PORT=1"
                + " TUTTI_TARGET=a:1. Only then are known: TUTTI_EVENT, TUTTI_EVENT_ID, TUTTI_AT,"
                + " TUTTI_OPERATION, TUTTI_ACTOR, TUTTI_SUCCEEDED, TUTTI_REASON.");
    assertThat(order).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whoTakesThePlaceOfASourceIsKnownBefore(Naming naming) {
    SimulatedCluster cluster = FailoverFaultsTest.dead(naming);
    InstanceAddress successor = cluster.server("db3").address();
    Goal failover =
        new FailoverRequest(
                cluster.server("db1").address(),
                Optional.of(successor),
                Optional.empty(),
                Optional.empty())
            .toGoal();

    assertThat(plan(cluster, failover).successor()).contains(successor);
  }

  /** It replicates from the old one before and after, so no step shows it. */
  @Test
  void whoTakesThePlaceOfACoPrimaryIsKnownBefore() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);
    SimulatedServer old = cluster.source("db1");
    SimulatedServer other = cluster.replica("db2", "db1");
    old.replicatesFrom(other);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    Goal switchover =
        new SwitchoverRequest(
                old.address(),
                Optional.empty(),
                SwitchoverRequest.GRACE,
                SwitchoverRequest.CATCH_UP)
            .toGoal();

    Plan plan = plan(cluster, switchover);

    assertThat(plan.successor()).contains(other.address());
    assertThat(hooks(HookPolicy.ADVISORY, FINE).shownIn(plan).notes().joined(" ", Act::toString))
        .contains("about db1:3306 and its successor db2:3306");
  }

  @Test
  void whatAnEarlierReleaseJournaledSaysItByItsSteps() {
    Plan plan =
        Plan.of(
            GOAL,
            Scope.of("main", List.of(SOURCE, REPLICA)),
            List.of(
                PlannedStep.of("shut", SOURCE, "shut", Nothing.NOTHING, "shut")
                    .affecting(
                        Effect.of(
                            Effect.Kind.CHANNEL_REMOVED, REPLICA, "a:1", Effect.Lasts.ONCE))));

    assertThat(OperationHooks.successor(plan)).contains(REPLICA);
  }

  private static Plan plan(SimulatedCluster cluster, Goal goal) {
    return cluster.capabilities().plannings().stream()
        .filter(each -> each.goalKind().equals(goal.kind()))
        .findFirst()
        .orElseThrow()
        .plan(goal, Deadline.after(Duration.ofMinutes(1)));
  }
}

package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.ProcessEnd.How;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.OperationSettings;
import io.tutti.operation.Planning;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepKind;
import io.tutti.operation.StepKinds;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.UneventfulStep;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.recovery.LoopByHand;
import io.tutti.spi.Deadline;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A source loses commits while something in its topology takes hours, such as a copy. */
class FenceDuringLongWorkTest {
  private static final WorldView PAIR =
      States.world(States.of("a:1").reached(), States.of("b:1").replicatesFrom("a:1").reached());
  private static final Duration HOURS = Duration.ofHours(12);
  private static final Duration LOOK_EVERY = Duration.ofMinutes(10);
  private static final Duration REST_MAX = Duration.ofSeconds(30);

  private final InMemoryJournal store = new InMemoryJournal();
  private final SimulatedTime time = new SimulatedTime();
  private volatile boolean ends;
  private final OperationRunner runner =
      new OperationRunner(
          List.of(
              planning("long.work", "wait", "b:1"),
              planning(FenceRequest.FENCE, "fence", "a:1"),
              planning(UnfenceRequest.UNFENCE, "fence", "b:1")),
          new StepKinds(
              List.of(
                  StepKind.of("wait", Nothing.class, Nothing.class, planned -> new Work(true)),
                  StepKind.of("fence", Nothing.class, Nothing.class, planned -> new Work(false)))),
          OperationSettings.USUAL,
          new OperationRunner.Environment(store, store, store, time, time));
  private final LoopByHand recovery =
      new LoopByHand(
          CrashRecovery.rule(FencePolicy.LOSSY),
          runner,
          () -> PAIR.with(kept -> kept.withIncidents(List.of(lossy()))),
          time,
          store);

  private static Incident lossy() {
    LostOnSource lostOnSource =
        new LostOnSource.Beyond(new BinlogPosition("binlog.000001", 900), 400);
    return Incidents.of("a:1")
        .with(
            new Incident.Evidence(
                Observed.known(new ProcessEnd(How.CUT_OFF, "binlog.000001")),
                Observed.unknown("no report"),
                Observed.unknown("not granted"),
                List.of(new LostOnSourceByReplica(InstanceAddress.parse("b:1"), "", lostOnSource)),
                Optional.of(States.NOW),
                Optional.empty()));
  }

  private static Planning planning(String goal, String step, String target) {
    return new Planning() {
      @Override
      public String goalKind() {
        return goal;
      }

      @Override
      public Class<Nothing> request() {
        return Nothing.class;
      }

      @Override
      public Plan plan(Goal asked, Deadline deadline) {
        InstanceAddress at = InstanceAddress.parse(target);
        Scope scope =
            asked.isProtection()
                ? Scope.ofTopology("main", List.of(at))
                : Scope.of("main", List.of(at));
        return Plan.of(
            asked, scope, List.of(PlannedStep.of(step, at, "it", Nothing.NOTHING, step)));
      }
    };
  }

  /** Lasts until the test ends it, or ends at once. */
  private final class Work implements UneventfulStep {
    private final boolean lasts;

    Work(boolean lasts) {
      this.lasts = lasts;
    }

    @Override
    public StepOutcome run(StepContext context, Nothing before) {
      while (lasts && !ends) {
        context.failIfCancelled();
        Thread.onSpinWait();
        Thread.yield();
      }
      return StepOutcome.done("Done.");
    }
  }

  @AfterEach
  void close() {
    ends = true;
    runner.close();
  }

  private List<Operation> raisedWithin(Duration duration) throws InterruptedException {
    List<Operation> raised = new ArrayList<>();
    Instant end = time.instant().plus(duration);
    while (time.instant().isBefore(end)) {
      for (Operation fence : recovery.recover()) {
        raised.add(runner.awaitRest(fence.id(), REST_MAX));
      }
      time.pause(LOOK_EVERY);
    }
    return raised;
  }

  private Operation begin(Goal goal) {
    return runner.submit(goal, "anna", Optional.empty());
  }

  @Test
  void aFenceThatWasKeptOutForHoursIsRaisedAfterwards() throws InterruptedException {
    Operation other = begin(new Goal("long.work", "b:1", Nothing.NOTHING).protecting());
    assertThat(raisedWithin(HOURS)).isEmpty();
    ends = true;
    runner.awaitRest(other.id(), REST_MAX);

    assertThat(raisedWithin(LOOK_EVERY))
        .extracting(Operation::state)
        .containsExactly(OperationState.SUCCEEDED);
  }

  /** It may wait for just that; what protects does not wait for it. */
  @Test
  void routineWorkDoesNotKeepAFenceFromBeingLifted() throws InterruptedException {
    Goal lift = new UnfenceRequest(InstanceAddress.parse("b:1"), Optional.empty()).toGoal();
    Operation routine = begin(new Goal("long.work", "b:1", Nothing.NOTHING));
    Operation lifted = runner.awaitRest(begin(lift).id(), REST_MAX);
    assertThat(lifted.state()).isEqualTo(OperationState.SUCCEEDED);
    ends = true;
    // It is taken up again a moment after the other one has ended.
    await()
        .atMost(REST_MAX)
        .until(() -> runner.require(routine.id()).state() == OperationState.SUCCEEDED);
    assertThat(store.events(routine.id(), 0, 100).toString())
        .contains("Displaced by " + lifted.id());
  }

  @Test
  void whatProtectsStaysInTheWayOfALift() {
    begin(new Goal("long.work", "b:1", Nothing.NOTHING).protecting());
    Goal lift = new UnfenceRequest(InstanceAddress.parse("b:1"), Optional.empty()).toGoal();
    assertThatThrownBy(() -> begin(lift)).isInstanceOf(OrchestratorException.class);
  }

  @Test
  void routineWorkDoesNotKeepItOut() throws InterruptedException {
    begin(new Goal("long.work", "b:1", Nothing.NOTHING));

    assertThat(raisedWithin(LOOK_EVERY))
        .extracting(Operation::state)
        .containsExactly(OperationState.SUCCEEDED);
  }
}

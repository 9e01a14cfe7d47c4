package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.UneventfulStep;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.store.Journal;
import io.tutti.store.JournalEntry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A plan that was just made is not made again under the lock, if nothing can have come between. */
class PlannedOnceTest {
  private static final InstanceAddress SERVER = InstanceAddress.parse("db7:3306");
  private static final Goal GOAL = new Goal("look", SERVER.toString(), Nothing.NOTHING);
  private static final Duration SOON = Duration.ofSeconds(20);

  /** All that is known. */
  private record Known(int version) {}

  private final InMemoryJournal store = new InMemoryJournal();
  private final SimulatedTime time = new SimulatedTime();
  private final AtomicInteger plannings = new AtomicInteger();
  private final AtomicInteger step = new AtomicInteger(1);
  private Optional<Known> known = Optional.of(new Known(1));
  private Runnable whilePlanning = () -> {};
  private Runnable whenCreated = () -> {};
  private final OperationRunner runner =
      new OperationRunner(
          List.of(new Looking()),
          new StepKinds(
              List.of(
                  StepKind.of("look", Nothing.class, Nothing.class, planned -> new LookStep()))),
          OperationSettings.USUAL,
          new OperationRunner.Environment(journal(), store, store, time, time));

  private final class Looking implements Planning {
    @Override
    public String goalKind() {
      return "look";
    }

    @Override
    public Class<Nothing> request() {
      return Nothing.class;
    }

    @Override
    public Optional<Record> basis(Goal goal) {
      return known.map(each -> each);
    }

    @Override
    public Plan plan(Goal goal, Deadline deadline) {
      plannings.incrementAndGet();
      Runnable comes = whilePlanning;
      whilePlanning = () -> {};
      comes.run();
      InstanceAddress target = InstanceAddress.parse(goal.target());
      return Plan.of(
          goal,
          Scope.of("main", List.of(target)),
          List.of(
              PlannedStep.of(
                  "look", target, "aspect " + step, Nothing.NOTHING, "look at " + target)));
    }
  }

  private static final class LookStep implements UneventfulStep {
    @Override
    public StepOutcome run(StepContext context, Nothing before) {
      return StepOutcome.done("Seen.");
    }
  }

  /** Something comes right after the operation was created. */
  private Journal journal() {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(store, arguments);
                if (method.getName().equals("create")
                    && ((JournalEntry) arguments[1]).after().plan().goal().equals(GOAL)) {
                  whenCreated.run();
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  @AfterEach
  void close() {
    runner.close();
  }

  private Operation carriedOut(Goal goal) {
    try {
      return runner.awaitRest(runner.submit(goal, "anna", Optional.empty()).id(), SOON);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private List<String> said(Operation operation) {
    return store.events(operation.id(), 1, 100).stream().map(event -> event.message()).toList();
  }

  @Test
  void isNotPlannedAgainAMomentLater() {
    Operation end = carriedOut(GOAL);

    assertThat(end.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(plannings).hasValue(1);
    assertThat(said(end)).contains(Reason.PLAN_JUST_MADE.sentence());
  }

  @Test
  void isPlannedAgainWhereNobodySaysWhatItDependsOn() {
    known = Optional.empty();

    Operation end = carriedOut(GOAL);

    assertThat(plannings).hasValue(2);
    assertThat(said(end)).contains(Reason.PLAN_STILL_RIGHT.sentence());
  }

  @Test
  void isPlannedAgainWhereWhatIsKnownHasChangedMeanwhile() {
    whilePlanning = () -> known = Optional.of(new Known(2));

    Operation end = carriedOut(GOAL);

    assertThat(end.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(plannings).hasValue(2);
  }

  @Test
  void isNotCarriedOutWhereWhatHasChangedWantsAnotherPlan() {
    whenCreated =
        () -> {
          known = Optional.of(new Known(2));
          step.incrementAndGet();
        };

    Operation end = carriedOut(GOAL);

    assertThat(end.state()).isEqualTo(OperationState.FAILED);
    assertThat(end.why().reason()).isEqualTo(Reason.PLAN_CHANGED);
  }

  @Test
  void saysOnceThatNothingWasChangedWhereItIsRefusedThen() {
    whenCreated =
        () -> {
          time.tick(Draft.FRESH_MAX);
          whilePlanning =
              () -> {
                throw new OrchestratorException(
                    ErrorCode.OPERATION_STATE,
                    SERVER.toString(),
                    "It was fenced. Nothing was changed.",
                    List.of());
              };
        };

    Operation end = carriedOut(GOAL);

    assertThat(end.state()).isEqualTo(OperationState.FAILED);
    assertThat(end.why().reason()).isEqualTo(Reason.PLANNING_REFUSED);
    assertThat(end.why().sentence()).isEqualTo("It was fenced. Nothing was changed.");
  }

  @Test
  void isPlannedAgainWhereTimeHasPassed() {
    whenCreated = () -> time.tick(Draft.FRESH_MAX);

    carriedOut(GOAL);

    assertThat(plannings).hasValue(2);
  }

  @Test
  void isPlannedAgainWhereAnotherOperationHasActedMeanwhile() {
    whilePlanning = () -> carriedOut(new Goal("look", "db8:3306", Nothing.NOTHING));

    carriedOut(GOAL);

    // Its own two, and that of the other one.
    assertThat(plannings).hasValue(3);
  }

  @Test
  void isPlannedAgainWhereOneAnswerDidNotComeInTime() {
    whilePlanning = () -> fail(ErrorCode.STATEMENT_TIMED_OUT);

    Operation end = carriedOut(GOAL);

    assertThat(end.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(plannings).hasValue(2);
  }

  @Test
  void isNotPlannedWhereNoAnswerComesTheSecondTime() {
    whilePlanning =
        () -> {
          whilePlanning = () -> fail(ErrorCode.STATEMENT_TIMED_OUT);
          fail(ErrorCode.STATEMENT_TIMED_OUT);
        };

    assertThatThrownBy(() -> carriedOut(GOAL))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STATEMENT_TIMED_OUT));
    assertThat(plannings).hasValue(2);
  }

  @Test
  void isNotPlannedAgainWhereItWasRefused() {
    whilePlanning = () -> fail(ErrorCode.CONNECTION_REFUSED);

    assertThatThrownBy(() -> carriedOut(GOAL)).isInstanceOf(OrchestratorException.class);
    assertThat(plannings).hasValue(1);
  }

  private static void fail(ErrorCode code) {
    throw new OrchestratorException(code, SERVER.toString(), "No.", List.of());
  }
}

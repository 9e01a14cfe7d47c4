package io.tutti.operation;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.StepProgress;
import io.tutti.plan.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Runs and undoes the single steps of one operation.
 *
 * <p>Forward:
 *
 * <ol>
 *   <li>Check its precondition.
 *   <li>Remember what is there before it.
 *   <li>Journal that it is about to run, with what was there.
 *   <li>Run it and verify it by reading the server again; try both again within bounds.
 *   <li>Journal that it is done.
 * </ol>
 *
 * Back:
 *
 * <ol>
 *   <li>Where the server already is as before, journal just that.
 *   <li>Journal that it is about to be undone.
 *   <li>Restore what it relies on: what earlier steps did and the server lost since.
 *   <li>Undo it and verify that by reading the server again; try both again within bounds.
 *   <li>Journal that it is undone.
 * </ol>
 */
final class StepExecution {
  private final OperationEngine engine;
  private final JournaledOperation operation;
  private final boolean undoing;
  private Optional<RetryBudget.Waiting> waitingNow = Optional.empty();

  /** The step that is run again, as its server lost what it had done. */
  private Optional<Integer> again = Optional.empty();

  private StepExecution(OperationEngine engine, JournaledOperation operation, boolean undoing) {
    this.engine = engine;
    this.operation = operation;
    this.undoing = undoing;
  }

  static StepExecution forward(OperationEngine engine, JournaledOperation operation) {
    return new StepExecution(engine, operation, false);
  }

  static StepExecution back(OperationEngine engine, JournaledOperation operation) {
    return new StepExecution(engine, operation, true);
  }

  /**
   * Runs one step, or makes sure of one that was begun before. Once clients are served by another
   * one, what cannot be done is left, and named.
   */
  void run(int index) {
    boolean wasPassed = isNoReturnDone(index);
    try {
      runWhole(index);
    } catch (StepFailure failure) {
      if (wasPassed) {
        operation.stepPassed(
            index,
            "It was done, and cannot be seen to be, or be done again: %s Nothing is undone for that, as clients were served: look at %s."
                .formatted(failure.why().sentence(), planned(index).target()));
        return;
      }
      if (!isPastNoReturn()) {
        throw failure;
      }
      operation.stepLeft(
          index,
          "Not done, and nothing is undone for it, as clients are served already: %s Look at %s."
              .formatted(failure.why().sentence(), planned(index).target()));
    }
  }

  private void runWhole(int index) {
    if (wasBegun(index) && holds(index)) {
      if (progress(index).state() != StepState.DONE) {
        operation.step(index, StepState.DONE, "It was run before, and the server shows it.");
      }
      return;
    }
    Instant begun = engine.clock().instant();
    BoundStep<?> step = bind(index);
    checkPrecondition(index, step);
    Record before = remember(index, step);
    operation.stepRunning(index, before);
    StepOutcome outcome = runAndVerify(index, step, before);
    operation.stepDone(
        index, StepProgress.Timing.between(begun, engine.clock().instant()), outcome);
  }

  private void checkPrecondition(int index, BoundStep<?> step) {
    persistentlyAsInTheStage(
        index,
        context -> {
          if (wasBegun(index)) {
            step.preconditionAgain(context, progress(index).before().orElseThrow());
          } else {
            step.precondition(context);
          }
          return Verdict.holds();
        });
  }

  private Record remember(int index, BoundStep<?> step) {
    return progress(index).before().orElseGet(() -> persistently(index, step::before));
  }

  private StepOutcome runAndVerify(int index, BoundStep<?> step, Record before) {
    return persistentlyAsInTheStage(
        index,
        context -> {
          StepOutcome outcome = step.run(context, before);
          require(step.verify(context, before), index);
          return outcome;
        });
  }

  private void require(Verdict verdict, int index) {
    if (verdict instanceof Verdict.Lacks(String observed)) {
      throw StepFailure.unverified(
          "\"%s\" cannot be verified: %s".formatted(planned(index), observed));
    }
  }

  /** Puts one step back. */
  void undo(int index) {
    BoundStep<?> step = bind(index);
    if (isAsBefore(index, step)) {
      operation.step(index, StepState.UNDONE, "The server is as it was before.");
      return;
    }
    operation.stepUndoing(index);
    undoAndVerify(index, step);
    operation.step(index, StepState.UNDONE, "Undone.");
  }

  private boolean isAsBefore(int index, BoundStep<?> step) {
    Verdict verdict =
        persistently(index, context -> step.verifyUndone(context, toPutBack(index, step, context)));
    return verdict instanceof Verdict.Holds;
  }

  /** What was there before it, but for what somebody else has done since. */
  private Record toPutBack(int index, BoundStep<?> step, StepContext context) {
    Record before = progress(index).before().orElseThrow();
    Record now = step.staying(context, before);
    if (!now.equals(before)) {
      operation.stepStays(index, now);
    }
    return now;
  }

  private void undoAndVerify(int index, BoundStep<?> step) {
    restoreStage(index);
    persistentlyAsInTheStage(
        index,
        context -> {
          Record before = toPutBack(index, step, context);
          if (step.verifyUndone(context, before) instanceof Verdict.Lacks) {
            step.undo(context, before);
            require(step.verifyUndone(context, before), index);
          }
          return Verdict.holds();
        });
  }

  private void restoreStage(int index) {
    try {
      regain(index);
    } catch (StepFailure failure) {
      operation.note(
          index,
          "The effect of earlier steps cannot be restored first: " + failure.why().sentence());
    }
  }

  /** Makes sure that all that was done still holds. */
  void reestablish() {
    int all = plan().steps().size();
    reestablish(all, earlier -> true);
  }

  /** The same of what a step relies on: all stages before its own. */
  private void regain(int index) {
    reestablish(plan().stageOf(index).getFirst(), earlier -> concerns(earlier, index));
  }

  /**
   * Makes sure that what was done before a place still holds: on each server that lost something,
   * as a restarted one does, the steps are run again in order, as the lost one may need the others.
   * Steps of one stage do that one after the other.
   */
  private void reestablish(int upTo, IntPredicate concerned) {
    operation
        .stageLock()
        .run(() -> {
          SortedSet<InstanceAddress> lapsed = new TreeSet<>();
          done(upTo).stream()
              .filter(concerned::test)
              .filter(index -> !lapsed.contains(planned(index).target()) && !holds(index))
              .forEach(index -> lapsed.add(planned(index).target()));
          IntStream.range(0, upTo)
              .filter(index -> lapsed.contains(planned(index).target()))
              .filter(index -> progress(index).state() == StepState.DONE)
              .forEach(index -> {
                operation.note(index, "The server lost what was done. It is done again.");
                runAgain(index);
              });
        });
  }

  private void runAgain(int index) {
    Optional<Integer> outer = again;
    again = Optional.of(index);
    try {
      run(index);
    } finally {
      again = outer;
    }
  }

  /** Whether a step may need what an earlier one did. */
  private boolean concerns(int earlier, int index) {
    return plan().policy().coupling() == Plan.Coupling.LINKED
        || planned(earlier).target().equals(planned(index).target());
  }

  /** Reads again all that must hold at the end, of each server beside the others. */
  void verifyAll() {
    Map<InstanceAddress, List<Integer>> ofEach = new LinkedHashMap<>();
    for (int index : done(plan().steps().size())) {
      ofEach.computeIfAbsent(planned(index).target(), target -> new ArrayList<>()).add(index);
    }
    if (!ofEach.isEmpty()) {
      new Together(operation)
          .each(
              ofEach.values().stream().map(List::getFirst).toList(),
              first -> verify(ofEach.getOrDefault(planned(first).target(), List.of())));
    }
  }

  private void verify(List<Integer> ofOneServer) {
    StepExecution looking = StepExecution.forward(engine, operation);
    for (int index : ofOneServer) {
      try {
        looking.verifyOne(index);
      } catch (StepFailure failure) {
        leave(index, failure);
        if (failure.reason() == Reason.SERVER_UNREACHABLE) {
          // Nobody waits for it once more for the next one.
          return;
        }
      }
    }
  }

  private void verifyOne(int index) {
    BoundStep<?> step = bind(index);
    Record before = progress(index).before().orElseThrow();
    persistently(
        index,
        context -> {
          require(step.verify(context, before), index);
          return Verdict.holds();
        },
        () -> doAgain(planned(index).target()));
  }

  /** What cannot be undone any more is done again on a server that has lost it. */
  private void doAgain(InstanceAddress server) {
    if (isPastNoReturn()) {
      reestablish(plan().steps().size(), earlier -> planned(earlier).target().equals(server));
    }
  }

  /**
   * What does not hold any more is not undone once clients are served by another one: that is left,
   * and named.
   */
  private void leave(int index, StepFailure failure) {
    if (!isPastNoReturn()) {
      throw failure;
    }
    operation.stepLeft(
        index,
        "It was done, and %s: %s Nothing is undone for that, as clients are served already: look at %s."
            .formatted(
                failure.reason() == Reason.VERIFICATION_FAILED
                    ? "does not hold any more"
                    : "whether it still holds is not known",
                failure.why().sentence(),
                planned(index).target()));
  }

  /** Whether it does something to a server that others may do, too. */
  boolean changesServers(int index) {
    try {
      return !bind(index).changesNothing();
    } catch (StepFailure unknown) {
      return true;
    }
  }

  /** Whether what was done cannot be taken back any more. */
  boolean isPastNoReturn() {
    return IntStream.range(0, plan().steps().size()).anyMatch(this::isNoReturnDone);
  }

  private boolean isNoReturnDone(int index) {
    return progress(index).state() == StepState.DONE && isNoReturn(index);
  }

  /** The step that was begun and cannot be taken back once its server shows its effect. */
  Optional<Integer> noReturn() {
    return IntStream.range(0, plan().steps().size())
        .filter(index -> progress(index).state().mayHaveEffect() && isNoReturn(index))
        .boxed()
        .findFirst();
  }

  /**
   * Whether it was done, or its server shows that clients may be served by another one since.
   *
   * @throws StepFailure where that cannot be told, after a while
   */
  boolean isPassed(int index) {
    BoundStep<?> step = bind(index);
    Record before = progress(index).before().orElseThrow();
    return progress(index).state() == StepState.DONE
        || persistently(index, context -> step.isPassed(context, before));
  }

  boolean isNoReturn(int index) {
    return bind(index).isPointOfNoReturn();
  }

  /** The steps before that place that are done and whose effect no later begun one replaces. */
  private List<Integer> done(int upTo) {
    List<PlannedStep> steps = plan().steps();
    int seen = upTo < steps.size() ? plan().stageOf(upTo).getLast() + 1 : upTo;
    return IntStream.range(0, upTo)
        .filter(index -> progress(index).state() == StepState.DONE)
        .filter(index ->
            IntStream.range(index + 1, seen)
                .noneMatch(later ->
                    progress(later).state().mayHaveEffect()
                        && steps.get(later).replaces(steps.get(index))))
        .boxed()
        .toList();
  }

  private boolean holds(int index) {
    BoundStep<?> step = bind(index);
    Record before = progress(index).before().orElseThrow();
    try {
      return persistently(index, context -> step.verify(context, before)) instanceof Verdict.Holds;
    } catch (StepFailure failure) {
      leave(index, failure);
      return true;
    }
  }

  private boolean wasBegun(int index) {
    return progress(index).before().isPresent();
  }

  private StepProgress progress(int index) {
    return operation.current().steps().get(index);
  }

  private Plan plan() {
    return operation.current().plan();
  }

  private PlannedStep planned(int index) {
    return plan().steps().get(index);
  }

  private BoundStep<?> bind(int index) {
    try {
      return engine.kinds().bind(planned(index));
    } catch (RuntimeException e) {
      throw StepFailure.of(e);
    }
  }

  /** Attempts a reading until it works, a bound is reached, or the operation is cancelled. */
  private <T> T persistently(int index, Function<StepContext, T> attempt) {
    return persistently(index, attempt, () -> {});
  }

  /** The same for a change. The server may have been restarted between two attempts. */
  private <T> T persistentlyAsInTheStage(int index, Function<StepContext, T> attempt) {
    return persistently(index, attempt, () -> regainStage(index));
  }

  /**
   * Each further attempt is journaled first, so that a controller that was replaced meanwhile does
   * not act. What is attempted within an attempt shares its bounds.
   */
  private <T> T persistently(
      int index, Function<StepContext, T> attempt, Runnable beforeFurtherOnes) {
    Optional<RetryBudget.Waiting> outer = waitingNow;
    RetryBudget.Waiting waiting = outer.orElseGet(() -> newWaiting(index));
    waitingNow = Optional.of(waiting);
    try {
      Runnable beforeThis = () -> {};
      while (true) {
        Optional<T> result = attemptOnce(index, waiting, attempt, beforeThis);
        if (result.isPresent()) {
          return result.get();
        }
        beforeThis = beforeFurtherOnes;
      }
    } finally {
      waitingNow = outer;
    }
  }

  private RetryBudget.Waiting newWaiting(int index) {
    return engine
        .settings()
        .retryBudget()
        .waiting(planned(index).bounds().blockedWaitMax(), undoing);
  }

  /** Empty when it failed and was waited for; throws when there is to be no further attempt. */
  private <T> Optional<T> attemptOnce(
      int index,
      RetryBudget.Waiting waiting,
      Function<StepContext, T> attempt,
      Runnable beforeThis) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoppedActing("The controller is shutting down.");
    }
    int wakes = operation.wakes();
    operation.permit().require();
    try {
      beforeThis.run();
      boolean isAgain = again.filter(each -> each == index).isPresent();
      return Optional.of(
          attempt.apply(
              new AttemptContext(
                  operation, index, undoing, isAgain, isPastNoReturn(), engine.clock())));
    } catch (StoppedActing e) {
      throw e;
    } catch (LinkageError e) {
      throw StepFailure.of(new IllegalStateException("a class cannot be loaded", e));
    } catch (RuntimeException e) {
      waitBeforeNext(index, waiting, StepFailure.of(e), wakes);
      return Optional.empty();
    }
  }

  private void regainStage(int index) {
    if (undoing) {
      restoreStage(index);
    } else {
      regain(index);
    }
  }

  /**
   * @param wakes how often something had come that is worth another attempt when the last one began
   */
  private void waitBeforeNext(
      int index, RetryBudget.Waiting waiting, StepFailure failure, int wakes) {
    if (!undoing && isCancelled() && !isNoReturn(index)) {
      throw failure;
    }
    Duration planned = waiting.next(failure).orElseThrow(() -> failure);
    Duration passed = operation.pause(planned, wakes);
    if (passed.compareTo(planned) < 0) {
      waiting.cutShort(failure, planned, passed);
    }
    operation.note(index, "Trying again: " + failure.why().sentence());
  }

  private boolean isCancelled() {
    return operation.current().cancelledBy().isPresent();
  }
}

package io.tutti.operation;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.eventlog.Defect;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Details;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.StepProgress;
import io.tutti.plan.StepState;
import io.tutti.plan.Unreadable;
import io.tutti.plan.Why;
import io.tutti.store.AuditRecord.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Carries one operation out, under the lock of its topology, from wherever the journal says it is.
 *
 * <ol>
 *   <li>Leave it where not all of it can be read.
 *   <li>Take the locks of its servers, and hold them until it ends: another controller may act on
 *       them ({@link ActingLocks}). Nothing is done beside that one, forward or back.
 *   <li>Go forward:
 *       <ol>
 *         <li>Plan again, unless that was just done ({@link Draft}); a plan that is not the same
 *             any more ends the operation.
 *         <li>Call the hooks that want to know before; one that may abort ends it, too.
 *         <li>Take up what a restart has cut off: make sure that what was done still holds.
 *         <li>Run each step that is not done ({@link StepExecution}), those of one stage at the
 *             same time.
 *         <li>Verify the whole by reading the servers again.
 *       </ol>
 *   <li>Succeed when all that worked.
 *   <li>Otherwise retreat: fail when nothing was done, or else go back:
 *       <ol>
 *         <li>Where its servers show that clients are served by another one already, which cannot
 *             be taken back, go forward again; where that cannot be told, change nothing.
 *         <li>Undo each step that may have had an effect, the last stage first.
 *         <li>End undone, or stuck with what is left and what to do.
 *       </ol>
 * </ol>
 *
 * It guarantees: no server is touched that the journal does not name first; an operation ends with
 * all steps done and verified, or with all put back and verified but for what somebody else did
 * meanwhile, or says what is left.
 */
final class OperationRun {
  private final OperationEngine engine;
  private final JournaledOperation operation;
  private final Optional<Draft> draft;
  private final HookCalls hooks;
  private final RunLocks locks;

  /** Whether it has turned from going back once: it does not do so for ever. */
  private boolean wentOn;

  /**
   * @param draft of its plan, where that was just made, and nobody acted since
   */
  OperationRun(OperationEngine engine, JournaledOperation operation, Optional<Draft> draft) {
    this.engine = engine;
    this.operation = operation;
    this.draft = draft;
    this.hooks = new HookCalls(engine.hooks(), operation);
    this.locks = new RunLocks(engine, operation);
  }

  /**
   * @throws StoppedActing when this controller must leave the operation as it is
   */
  void carryOut() {
    if (now().state() == OperationState.DISPLACED) {
      takeItsPlaceAgain();
    }
    Optional<Unreadable> unreadable = now().unreadable();
    if (unreadable.isPresent()) {
      leave(notReadable(unreadable.get()));
      return;
    }
    try {
      locks.take();
    } catch (StepFailure another) {
      leave(beside(another));
      return;
    }
    try {
      goOn();
    } finally {
      locks.close();
    }
  }

  private void goOn() {
    if (isGoingBack()) {
      goBack();
    } else {
      advance();
    }
  }

  private void advance() {
    goForward().ifPresentOrElse(this::retreat, this::succeed);
  }

  private Why beside(StepFailure another) {
    Why why = another.why();
    return new Why(
        Reason.ANOTHER_CONTROLLER,
        why.sentence(),
        now().mayHaveEffect()
            ? why.remedies().or("then: %s", Acts.retry(now().id())).or(bySettling())
            : why.remedies());
  }

  private boolean isPastNoReturn() {
    return StepExecution.forward(engine, operation).isPastNoReturn();
  }

  private Why notReadable(Unreadable unreadable) {
    return new Why(
        Reason.NOT_READABLE,
        Reason.NOT_READABLE.sentence() + " " + unreadable.sentence(),
        Remedies.of("let a controller of the release that wrote it run, and request it there again")
            .or(bySettling()));
  }

  /**
   * What is not understood whole is not acted on, forward or back. Without an effect there is
   * nothing left to do but to end it.
   */
  private void leave(Why why) {
    if (now().mayHaveEffect()) {
      if (now().state() != OperationState.UNDOING) {
        operation.become(OperationState.UNDOING, why);
      }
      operation.end(OperationState.STUCK, why.followedBy(asItWas(now())), Outcome.FAILED);
    } else if (isGoingBack()) {
      goBack();
    } else {
      retreat(why);
    }
  }

  /** From where it was, by what the journal says of its steps. */
  private void takeItsPlaceAgain() {
    boolean isBegun = now().steps().stream().anyMatch(step -> step.state() != StepState.PENDING);
    OperationState next =
        now().trouble().isPresent()
            ? OperationState.UNDOING
            : isBegun ? OperationState.RUNNING : OperationState.PLANNED;
    operation.become(next, Why.of(Reason.PLACE_IS_FREE));
  }

  private boolean isGoingBack() {
    OperationState state = now().state();
    return state == OperationState.UNDOING || state == OperationState.STUCK;
  }

  private Optional<Why> goForward() {
    try {
      failIfCancelled();
      if (now().mayHaveEffect()) {
        takeUp();
      } else {
        planAgain();
        hooks.before();
      }
      runEachStage();
      verifyAll();
      return Optional.empty();
    } catch (StepFailure failure) {
      return Optional.of(explain(failure));
    }
  }

  private void planAgain() {
    boolean isJustMade = draft.filter(engine::isStillRight).isPresent();
    if (!isJustMade) {
      requireSamePlan();
    }
    if (now().state() == OperationState.PLANNED) {
      operation.start(
          OperationState.RUNNING,
          Why.of(isJustMade ? Reason.PLAN_JUST_MADE : Reason.PLAN_STILL_RIGHT));
    }
  }

  private void requireSamePlan() {
    Plan fresh;
    try {
      fresh = engine.planAgain(now().plan());
    } catch (OrchestratorException e) {
      throw StepFailure.fatal(Reason.PLANNING_REFUSED, e);
    } catch (RuntimeException e) {
      throw StepFailure.fatal(
          Reason.PLANNING_REFUSED,
          "Planning failed unexpectedly: " + Defect.logged("planning again", e) + ".");
    }
    if (!fresh.doesTheSameAs(now().plan())) {
      throw StepFailure.fatal(
          Reason.PLAN_CHANGED,
          Reason.PLAN_CHANGED.sentence() + " Request the plan again and look at it.");
    }
  }

  private void takeUp() {
    if (now().plan().policy().afterRestart() == Plan.AfterRestart.UNDO) {
      Reason reason =
          now().why().reason() == Reason.PLACE_IS_FREE
              ? Reason.DISPLACED
              : Reason.CONTROLLER_RESTARTED;
      throw StepFailure.fatal(reason, reason.sentence());
    }
    if (now().state() == OperationState.RUNNING) {
      StepExecution.forward(engine, operation).reestablish();
    }
  }

  private void runEachStage() {
    for (List<Integer> stage : now().plan().stages()) {
      List<Integer> left =
          stage.stream().filter(index -> stateOf(index) != StepState.DONE).toList();
      if (!left.isEmpty()) {
        failIfCancelled();
        locks.requireHeld();
        new Together(operation)
            .each(left, index -> StepExecution.forward(engine, operation).run(index));
      }
    }
  }

  private StepState stateOf(int index) {
    return now().steps().get(index).state();
  }

  private void verifyAll() {
    failIfCancelled();
    if (now().state() == OperationState.RUNNING) {
      operation.verifying(
          Why.of(
              now().steps().stream().anyMatch(each -> each.left().isPresent())
                  ? Reason.DONE_BUT_FOR
                  : Reason.STEPS_DONE));
    }
    StepExecution.forward(engine, operation).verifyAll();
  }

  /** Once it cannot be taken back, what is left is done as far as it can be without waiting. */
  private void failIfCancelled() {
    if (now().cancelledBy().isPresent() && !isPastNoReturn()) {
      throw StepFailure.fatal(Reason.CANCELLED, Reason.CANCELLED.sentence());
    }
  }

  private Why explain(StepFailure failure) {
    return now()
        .cancelledBy()
        .map(actor -> Why.of(Reason.CANCELLED, "Cancelled by " + actor + "."))
        .orElseGet(failure::why);
  }

  private void succeed() {
    hooks.after();
    operation.end(OperationState.SUCCEEDED, reached(), Outcome.DONE);
  }

  private Why reached() {
    List<String> left =
        now().steps().stream().map(StepProgress::left).flatMap(Optional::stream).toList();
    if (!left.isEmpty()) {
      return Why.of(Reason.DONE_BUT_FOR, "Done, but for this: " + String.join(" ", left));
    }
    return Why.of(now().steps().isEmpty() ? Reason.NOTHING_TO_DO : Reason.GOAL_REACHED);
  }

  private void retreat(Why trouble) {
    if (now().state() != OperationState.VERIFYING && !now().mayHaveEffect()) {
      if (now().state() == OperationState.RUNNING) {
        hooks.aborted(trouble);
      }
      operation.end(
          OperationState.FAILED, trouble.followedBy("Nothing was changed."), Outcome.FAILED);
    } else {
      operation.become(OperationState.UNDOING, trouble);
      goBack();
    }
  }

  private void goBack() {
    Optional<StepFailure> lost = locks.lost();
    if (lost.isPresent() && now().mayHaveEffect() && !isPastNoReturn()) {
      leave(beside(lost.get()));
      return;
    }
    if (now().state() == OperationState.STUCK) {
      boolean waited = now().why().reason() == Reason.SERVER_UNREACHABLE;
      operation.become(
          OperationState.UNDOING, Why.of(waited ? Reason.SERVER_IS_BACK : Reason.ASKED_FOR));
    }
    Why trouble = now().trouble().orElseThrow();
    Optional<Integer> noReturn = StepExecution.back(engine, operation).noReturn();
    try {
      if (noReturn.filter(StepExecution.back(engine, operation)::isPassed).isPresent()) {
        goOn(noReturn.get(), trouble);
        return;
      }
    } catch (StepFailure failure) {
      endBack(trouble, List.of(new Left(noReturn.orElseThrow(), failure)));
      return;
    }
    endBack(trouble, undoEachStage());
  }

  /** Whoever wrote to the new one is served: all that is left is done, as far as it can be. */
  private void goOn(int passed, Why trouble) {
    if (wentOn) {
      StepFailure failure =
          StepFailure.fatal(Reason.ALREADY_SERVED, Reason.ALREADY_SERVED.sentence());
      endBack(trouble, List.of(new Left(passed, failure)));
      return;
    }
    wentOn = true;
    if (stateOf(passed) != StepState.DONE) {
      operation.stepPassed(
          passed,
          "\"%s\" has come to pass, and cannot be taken back; not all of it is known to be done: %s Look at %s."
              .formatted(describe(now(), passed), trouble.sentence(), planned(passed).target()));
    }
    operation.become(OperationState.RUNNING, Why.of(Reason.ALREADY_SERVED));
    advance();
  }

  private void endBack(Why trouble, List<Left> left) {
    hooks.aborted(trouble);
    if (left.isEmpty()) {
      operation.end(OperationState.UNDONE, trouble.followedBy(putBack(now())), Outcome.FAILED);
    } else {
      operation.end(OperationState.STUCK, stuck(trouble, left), Outcome.FAILED);
    }
  }

  private static String putBack(Operation operation) {
    List<String> stays = ChangesByOthers.in(operation);
    return stays.isEmpty()
        ? "Everything was restored as it was."
        : String.join(" ", stays) + " That stays; all else was restored as it was.";
  }

  /** A step that could not be put back. */
  private record Left(int step, StepFailure failure) {}

  private List<Left> undoEachStage() {
    Set<InstanceAddress> passedOver = new HashSet<>();
    List<Left> left = new ArrayList<>();
    for (List<Integer> stage : now().plan().stages().reversed()) {
      List<Integer> toUndo =
          stage.reversed().stream()
              .filter(index -> stateOf(index).mayHaveEffect())
              .filter(index -> !passedOver.contains(planned(index).target()))
              .toList();
      if (!toUndo.isEmpty()) {
        List<Left> now = undo(toUndo);
        left.addAll(now);
        now.forEach(each -> passedOver.addAll(dependants(planned(each.step()))));
      }
    }
    return left;
  }

  private List<Left> undo(List<Integer> stage) {
    List<Left> left = Collections.synchronizedList(new ArrayList<>());
    new Together(operation)
        .each(
            stage,
            index -> {
              try {
                StepExecution.back(engine, operation).undo(index);
              } catch (StepFailure failure) {
                left.add(new Left(index, failure));
              }
            });
    return left.stream().sorted(Comparator.comparing(Left::step).reversed()).toList();
  }

  private PlannedStep planned(int index) {
    return now().plan().steps().get(index);
  }

  private Set<InstanceAddress> dependants(PlannedStep stuck) {
    return now().plan().policy().coupling() == Plan.Coupling.INDEPENDENT
        ? Set.of(stuck.target())
        : now().plan().scope().instances();
  }

  private Why stuck(Why trouble, List<Left> left) {
    boolean unreachable =
        left.stream().allMatch(one -> one.failure().reason() == Reason.SERVER_UNREACHABLE);
    String what =
        left.stream()
            .map(one ->
                "\"%s\" could not be undone: %s"
                    .formatted(describe(now(), one.step()), one.failure().why().sentence()))
            .collect(Collectors.joining(" "));
    Set<Remedy> remedies = new LinkedHashSet<>();
    if (unreachable) {
      remedies.add(
          Remedy.advice(
              left.stream()
                      .map(Left::step)
                      .anyMatch(StepExecution.back(engine, operation)::isNoReturn)
                  ? "bring the server back; as it shows, the rest is then done, or undone, by itself"
                  : "bring the server back; the rest is then undone by itself"));
    }
    left.forEach(one -> remedies.addAll(one.failure().why().remedies().list()));
    if (!unreachable) {
      remedies.add(Remedy.of("fix what prevents it, then: %s", Acts.retry(now().id())));
    }
    remedies.add(bySettling());
    return new Why(
        unreachable ? Reason.SERVER_UNREACHABLE : Reason.UNDO_FAILED,
        trouble.sentence() + " " + what + " " + asItWas(now()),
        new Remedies(List.copyOf(remedies)));
  }

  private Remedy bySettling() {
    return Remedy.of("repair it by hand as described below, then: %s", Acts.settle(now().id()));
  }

  private static String asItWas(Operation operation) {
    StringBuilder text = new StringBuilder("Not yet as before:");
    for (int index = 0; index < operation.steps().size(); index++) {
      StepProgress progress = operation.steps().get(index);
      if (progress.state().mayHaveEffect()) {
        text.append(" after \"")
            .append(describe(operation, index))
            .append("\" (before: ")
            .append(progress.before().map(Details::text).orElse("unknown"))
            .append(");");
      }
    }
    return text.deleteCharAt(text.length() - 1).append('.').toString();
  }

  private static String describe(Operation operation, int index) {
    return operation.plan().steps().get(index).describe();
  }

  private Operation now() {
    return operation.current();
  }
}

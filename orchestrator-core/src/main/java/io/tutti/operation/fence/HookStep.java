package io.tutti.operation.fence;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.fence.FenceHook.Action;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.util.List;
import java.util.Optional;

/**
 * Calls the operator's program. That it fails while fencing makes the fence incomplete and lifts
 * nothing; it may be called again after a restart of the controller. Undo calls it for the
 * opposite.
 */
final class HookStep implements Step<Nothing> {
  static final String KIND = "fence.hook";

  record Work(Action action) {}

  private final FenceEnvironment environment;
  private final PlannedStep planned;
  private final Action action;

  HookStep(FenceEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    this.action = planned.work(Work.class).action();
  }

  @Override
  public void precondition(StepContext context) {
    // It is the operator's.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    Optional<String> failure = environment.hook().call(planned.target(), action);
    if (failure.isEmpty()) {
      return StepOutcome.done("The hook has done it.");
    }
    if (action == Action.UNFENCE) {
      throw StepFailure.fatal(
          "The hook failed to unfence %s: %s".formatted(planned.target(), failure.get()),
          List.of("fix the hook, and try again"));
    }
    String reported = "The hook failed: %s".formatted(failure.get());
    new KeptFence(environment.fences(), planned.target()).leavesOpen(reported);
    return StepOutcome.done(reported);
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    // What it did is not ours to read.
    return Verdict.holds();
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    environment
        .hook()
        .call(planned.target(), action.opposite())
        .ifPresent(why -> {
          throw StepFailure.fatal(
              "The hook failed to %s %s: %s".formatted(action.opposite(), planned.target(), why),
              List.of("do by hand what it does"));
        });
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}

package io.tutti.operation;

import io.tutti.error.Remedies;
import io.tutti.hook.HookRun;
import io.tutti.plan.Reason;
import io.tutti.plan.Why;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookPoint.Moment;
import java.util.Optional;

/**
 * Calls hooks at the moments of one operation, the only place that does. What each printed is an
 * event of the operation. After a restart of the controller they may be called again, under the
 * same id.
 */
final class HookCalls {
  private final OperationHooks hooks;
  private final JournaledOperation operation;

  HookCalls(OperationHooks hooks, JournaledOperation operation) {
    this.hooks = hooks;
    this.operation = operation;
  }

  /**
   * Nothing was changed yet.
   *
   * @throws StepFailure when a hook says that nothing must be
   */
  void before() {
    call(Moment.BEFORE, Optional.empty(), operation.current().why())
        .ifPresent(aborting -> {
          throw StepFailure.fatal(
              Reason.HOOK_ABORTED,
              "The hook %s, which may abort, did. %s"
                  .formatted(aborting.hook().name(), aborting.sentence()),
              Remedies.of(
                  "repair what it complains about, or make it ADVISORY in tutti.hooks.%s, and ask again"
                      .formatted(aborting.hook().name())));
        });
  }

  /** The goal is reached: whatever a hook says, that stays so. */
  void after() {
    var unused = call(Moment.AFTER, Optional.of(true), Why.of(Reason.GOAL_REACHED));
  }

  /** The goal is not reached, and all was put back that could be. */
  void aborted(Why trouble) {
    var unused = call(Moment.ABORTED, Optional.of(false), trouble);
  }

  private Optional<HookRun> call(Moment moment, Optional<Boolean> succeeded, Why why) {
    Optional<HookEvent> event = hooks.event(operation.current(), moment, succeeded, why.sentence());
    if (event.isEmpty()) {
      return Optional.empty();
    }
    try {
      return hooks.hooks().call(event.get(), run -> operation.note(run.sentence()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedActing("The controller is shutting down.", e);
    }
  }
}

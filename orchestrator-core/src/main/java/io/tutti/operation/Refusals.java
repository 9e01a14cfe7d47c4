package io.tutti.operation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.UnfinishedWork.Work;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import java.util.List;

/** The words of what the runner refuses. */
final class Refusals {
  private Refusals() {}

  static OrchestratorException keyReused(String key, Operation known, Goal goal) {
    return new OrchestratorException(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        goal.target(),
        "The key \"%s\" was used for %s, %s, and not for %s. Nothing was changed."
            .formatted(key, known.id(), known.plan().goal(), goal),
        Remedies.of("use a new key").or(Acts.showOperation(known.id())));
  }

  static OrchestratorException instanceInOperation(Plan plan, Work other) {
    Remedies remedies =
        other.state() == OperationState.STUCK
            ? Remedies.of("%s, and do what it says", Acts.showOperation(other.id()))
            : Remedies.of(Acts.followOperation(other.id()));
    return new OrchestratorException(
        ErrorCode.INSTANCE_IN_OPERATION,
        plan.goal().target(),
        "%s was not started: %s changes the same instances and is %s. Nothing was changed."
            .formatted(plan.goal().title(), other.id(), other.state().text()),
        remedies);
  }

  static OrchestratorException held(
      Plan plan, InstanceAddress instance, Reservations.Reservation hold) {
    return new OrchestratorException(
        hold.code(),
        instance.toString(),
        "%s was refused: %s. Nothing was changed.".formatted(plan.goal().title(), hold.why()),
        hold.remedies());
  }

  static OrchestratorException tooMany(Plan plan, int unfinished) {
    return new OrchestratorException(
        ErrorCode.TOO_MANY_OPERATIONS,
        plan.goal().target(),
        "%s was not started: %d operations are unfinished, the most that is allowed. Nothing was changed."
            .formatted(plan.goal().title(), unfinished),
        Remedies.of(Acts.listOperations()));
  }

  static OrchestratorException nothingToStop(Operation operation) {
    return new OrchestratorException(
        ErrorCode.OPERATION_STATE,
        operation.plan().goal().target(),
        operation.state() == OperationState.DISPLACED
            ? "%s is displaced: nothing is done for it now. Cancel it when it continues."
                .formatted(operation.id())
            : "%s is %s; there is nothing to stop."
                .formatted(operation.id(), operation.state().text()),
        Remedies.of(Acts.showOperation(operation.id())));
  }

  static OrchestratorException notStuck(Operation operation) {
    return new OrchestratorException(
        ErrorCode.OPERATION_STATE,
        operation.plan().goal().target(),
        "%s is %s, not stuck. Nothing was changed."
            .formatted(operation.id(), operation.state().text()),
        Remedies.of(Acts.showOperation(operation.id())));
  }

  static OrchestratorException unknown(OperationId id) {
    return new OrchestratorException(
        ErrorCode.UNKNOWN_OPERATION,
        id.toString(),
        "There is no operation " + id + ".",
        Remedies.of(Acts.listOperations()));
  }

  static OrchestratorException takenOver(Operation operation, StoppedActing cause) {
    return new OrchestratorException(
        ErrorCode.STALE_EPOCH,
        operation.plan().goal().target(),
        String.valueOf(cause.getMessage()),
        List.of("ask the controller that leads now"),
        cause);
  }

  static OrchestratorException closing(Goal goal) {
    return new OrchestratorException(
        ErrorCode.OPERATION_STATE,
        goal.target(),
        "%s was not started: the controller is shutting down.".formatted(goal.title()),
        List.of("try again when it is back"));
  }
}

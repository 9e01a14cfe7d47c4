package io.tutti.operation;

import io.tutti.plan.OperationId;
import io.tutti.plan.Reason;
import io.tutti.spi.Deadline;

/** What a step is given for one attempt. */
public interface StepContext {

  /** Of which operation it is a part. */
  OperationId operation();

  /** When this attempt must have ended. */
  Deadline deadline();

  /** Shows those who follow how far it is; too frequent calls are dropped. */
  void progress(String message);

  /** Whether the servers had shown the step's effect, and nothing was done about it since. */
  default boolean wasDone() {
    return false;
  }

  /** Whether its server lost what was done since, as a restarted one does: it is done once more. */
  default boolean isDoneAgain() {
    return false;
  }

  /**
   * Whether what cannot be taken back was done by an earlier step: whatever comes now ends nothing,
   * and what cannot be done is left.
   */
  default boolean isPastNoReturn() {
    return false;
  }

  /** Whether somebody asked the operation to stop. Never so while undoing. */
  boolean isCancelled();

  /** For steps that wait: fails when the operation is to stop, or was displaced. */
  default void failIfCancelled() {
    if (isCancelled()) {
      throw StepFailure.fatal(Reason.CANCELLED, "It was cancelled while a step waited.");
    }
  }
}

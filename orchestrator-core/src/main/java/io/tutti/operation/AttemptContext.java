package io.tutti.operation;

import io.tutti.plan.OperationId;
import io.tutti.plan.StepState;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** One attempt at one step. */
final class AttemptContext implements StepContext {
  /** Progress is journaled: more often than this nobody reads it. */
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(1);

  private final JournaledOperation operation;
  private final int index;
  private final boolean undoing;
  private final boolean doneAgain;
  private final boolean pastNoReturn;
  private final InstantSource clock;
  private final Deadline deadline;
  private Instant nextProgress = Instant.MIN;

  AttemptContext(
      JournaledOperation operation,
      int index,
      boolean undoing,
      boolean doneAgain,
      boolean pastNoReturn,
      InstantSource clock) {
    this.operation = operation;
    this.index = index;
    this.undoing = undoing;
    this.doneAgain = doneAgain;
    this.pastNoReturn = pastNoReturn;
    this.clock = clock;
    this.deadline =
        Deadline.after(operation.current().plan().steps().get(index).bounds().attemptMax());
  }

  @Override
  public OperationId operation() {
    return operation.current().id();
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  @Override
  public void progress(String message) {
    Instant now = clock.instant();
    if (!now.isBefore(nextProgress)) {
      nextProgress = now.plus(PROGRESS_INTERVAL);
      operation.note(index, message);
    }
  }

  @Override
  public boolean wasDone() {
    return operation.current().steps().get(index).state() == StepState.DONE;
  }

  @Override
  public boolean isPastNoReturn() {
    return pastNoReturn;
  }

  @Override
  public boolean isDoneAgain() {
    return doneAgain;
  }

  @Override
  public void failIfCancelled() {
    operation.permit().require();
    StepContext.super.failIfCancelled();
  }

  @Override
  public boolean isCancelled() {
    return !undoing && operation.current().cancelledBy().isPresent();
  }
}

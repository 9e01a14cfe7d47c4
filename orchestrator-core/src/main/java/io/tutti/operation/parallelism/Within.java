package io.tutti.operation.parallelism;

import io.tutti.operation.StepContext;
import io.tutti.plan.OperationId;
import io.tutti.spi.Deadline;
import java.time.Duration;

/** The same attempt, of which single parts have less time than the whole. */
record Within(StepContext whole, Deadline deadline) implements StepContext {
  /** What one change, or one look, may take. */
  private static final Duration PART_MAX = Duration.ofSeconds(30);

  static StepContext of(StepContext whole) {
    return new Within(whole, whole.deadline().within(PART_MAX));
  }

  @Override
  public OperationId operation() {
    return whole.operation();
  }

  @Override
  public void progress(String message) {
    whole.progress(message);
  }

  @Override
  public boolean wasDone() {
    return whole.wasDone();
  }

  @Override
  public boolean isDoneAgain() {
    return whole.isDoneAgain();
  }

  @Override
  public boolean isCancelled() {
    return whole.isCancelled();
  }

  @Override
  public void failIfCancelled() {
    whole.failIfCancelled();
  }
}

package io.tutti.operation;

import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;

/** For a look at a server outside of an operation: nothing is journaled. */
final class ProbeContext implements StepContext {
  private final Deadline deadline;

  ProbeContext(PlannedStep planned) {
    this.deadline = Deadline.after(planned.bounds().attemptMax());
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  @Override
  public void progress(String message) {
    // Nobody follows a probe.
  }

  @Override
  public boolean isCancelled() {
    return false;
  }
}

package io.tutti.plan;

import java.util.Optional;

/**
 * How far one step has come.
 *
 * @param before what was there before it, read from the server and journaled before anything was
 *     changed: all that undoing it needs
 */
public record StepProgress(StepState state, Optional<Parameters> before) {
  public static final StepProgress PENDING = new StepProgress(StepState.PENDING, Optional.empty());

  public StepProgress running(Parameters was) {
    return new StepProgress(StepState.RUNNING, Optional.of(was));
  }

  public StepProgress withState(StepState next) {
    return new StepProgress(next, before);
  }
}

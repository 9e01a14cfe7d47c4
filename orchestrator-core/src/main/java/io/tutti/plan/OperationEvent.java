package io.tutti.plan;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened in an operation.
 *
 * @param sequence counts from 1 without a hole; who follows asks for what comes after the last one
 * @param state the operation's state after it
 * @param step about which step, if about one
 * @param percent how much of the operation is behind it, 0 to 100
 */
public record OperationEvent(
    OperationId operation,
    long sequence,
    Instant at,
    OperationState state,
    Optional<AboutStep> step,
    String message,
    int percent) {

  /**
   * @param index the step's place in the plan, from 0
   */
  public record AboutStep(int index, StepState state, String description) {}

  /** What the operation's last change was. */
  public static OperationEvent of(Operation after, String message) {
    return new OperationEvent(
        after.id(),
        after.sequence(),
        after.changedAt(),
        after.state(),
        Optional.empty(),
        message,
        after.percent());
  }

  public static OperationEvent of(Operation after, int step, String message) {
    AboutStep about =
        new AboutStep(
            step, after.steps().get(step).state(), after.plan().steps().get(step).describe());
    return new OperationEvent(
        after.id(),
        after.sequence(),
        after.changedAt(),
        after.state(),
        Optional.of(about),
        message,
        after.percent());
  }
}

package io.tutti.operation;

import java.time.Duration;

/**
 * Bounds of the engine.
 *
 * @param concurrentMax operations acting at once; others wait for their turn
 * @param unfinishedMax operations under way or waiting; more are refused
 * @param planningMax the deadline of making a plan, readings included
 * @param journalWaitMax how long to try a write to a store that does not answer before the
 *     operation is left to be taken up later
 * @param closeWaitMax how long a shutdown waits for operations to end by themselves
 */
public record OperationSettings(
    int concurrentMax,
    int unfinishedMax,
    Duration planningMax,
    Duration journalWaitMax,
    Duration closeWaitMax,
    RetryBudget retryBudget) {

  /**
   * Sixteen topologies at once keep a small store at ease; a shutdown waits less than the 30 s that
   * service managers commonly grant.
   */
  public static final OperationSettings USUAL =
      new OperationSettings(
          16,
          1000,
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofSeconds(20),
          RetryBudget.USUAL);

  /** The same with other bounds on waiting for a server that does not answer. */
  public OperationSettings waitingForServers(Duration forward, Duration undoing) {
    return new OperationSettings(
        concurrentMax,
        unfinishedMax,
        planningMax,
        journalWaitMax,
        closeWaitMax,
        retryBudget.waitingForServers(forward, undoing));
  }

  public OperationSettings {
    if (concurrentMax < 1 || unfinishedMax < concurrentMax) {
      throw new IllegalArgumentException(
          "at least one operation at a time must be possible, and not more at a time (%d) than unfinished ones (%d)"
              .formatted(concurrentMax, unfinishedMax));
    }
  }
}

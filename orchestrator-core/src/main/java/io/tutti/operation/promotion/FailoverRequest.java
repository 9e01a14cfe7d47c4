package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.Optional;

/**
 * That a replica is to take the place of a dead source.
 *
 * @param to who; empty for the best
 * @param atLeast GTIDs that who takes the place must have
 * @param force why it is done without the proofs; empty for only with them
 * @param hold for so long its cluster does not fail over by itself then; empty where a person asks
 *     for it
 */
public record FailoverRequest(
    InstanceAddress source,
    Optional<InstanceAddress> to,
    Optional<String> atLeast,
    Optional<String> force,
    Optional<Duration> hold) {
  public static final String FAILOVER = "failover";

  /** What a person asks for. */
  public FailoverRequest(
      InstanceAddress source,
      Optional<InstanceAddress> to,
      Optional<String> atLeast,
      Optional<String> force) {
    this(source, to, atLeast, force, Optional.empty());
  }

  /** That the best takes the place, with all proofs. */
  static FailoverRequest ofBest(InstanceAddress source, Optional<Duration> hold) {
    return new FailoverRequest(source, Optional.empty(), Optional.empty(), Optional.empty(), hold);
  }

  public Goal toGoal() {
    return new Goal(FAILOVER, source.toString(), this).protecting();
  }
}

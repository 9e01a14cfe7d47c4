package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That a replica is to take the place of a dead source.
 *
 * @param to who; empty for the best
 * @param atLeast GTIDs that who takes the place must have
 * @param force why it is done without the proofs; empty for only with them
 */
public record FailoverRequest(
    InstanceAddress source,
    Optional<InstanceAddress> to,
    Optional<String> atLeast,
    Optional<String> force) {
  public static final String FAILOVER = "failover";

  public Goal toGoal() {
    return new Goal(FAILOVER, source.toString(), this).protecting();
  }
}

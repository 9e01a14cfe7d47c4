package io.tutti.operation.relocation;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;

/**
 * That somebody wants a server that replicates from nobody to replicate from another one.
 *
 * @param isMutual whether that one replicates from it already, so that both are co-primaries then
 */
public record JoinRequest(InstanceAddress instance, InstanceAddress from, boolean isMutual) {
  public static final String JOIN = "replica.join";

  public Goal toGoal() {
    return new Goal(JOIN, instance.toString(), this);
  }
}

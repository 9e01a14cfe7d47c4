package io.tutti.operation.errant;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;

/**
 * That somebody wants the source of a cluster to count the errant transactions of a replica as
 * executed, so that they are errant no more. The rows stay as they are.
 *
 * @param instance the replica that has them
 */
public record InjectRequest(InstanceAddress instance) {
  public static final String INJECT = "errant.inject";

  public Goal toGoal() {
    return new Goal(INJECT, instance.toString(), this);
  }
}

package io.tutti.operation.salvage;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;

/** That somebody wants a replica repaired that lost a part of its binlogs. */
public record SalvageRequest(InstanceAddress instance) {
  public static final String SALVAGE = "crash.salvage";

  public Goal toGoal() {
    return new Goal(SALVAGE, instance.toString(), this);
  }
}

package io.tutti.operation.salvage;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Parameters;

/** That somebody wants a replica made whole that lost a part of its binlogs. */
public record SalvageRequest(InstanceAddress instance) {
  public static final String SALVAGE = "crash.salvage";

  public Goal toGoal() {
    return new Goal(SALVAGE, instance.toString(), Parameters.NONE);
  }

  static SalvageRequest of(Goal goal) {
    return new SalvageRequest(InstanceAddress.parse(goal.target()));
  }
}

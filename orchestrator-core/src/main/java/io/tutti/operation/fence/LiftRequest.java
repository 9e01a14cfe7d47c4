package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That a server which started fenced is to be what it was before.
 *
 * @param forced the reason for which nothing is to be proved first; empty when all is
 */
public record LiftRequest(InstanceAddress instance, Optional<String> forced) {
  public static final String LIFT = "start-fenced.lift";

  /** The same as lifting a fence of ours. */
  public static LiftRequest of(UnfenceRequest request) {
    return new LiftRequest(request.instance(), request.forced());
  }

  public Goal toGoal() {
    return new Goal(LIFT, instance.toString(), this);
  }
}

package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Parameters;
import java.util.Optional;

/**
 * That a server is to be kept from its clients.
 *
 * @param why for people who find it so
 * @param incident the crash it belongs to
 */
public record FenceRequest(
    InstanceAddress instance, Optional<String> why, Optional<String> incident) {
  public static final String FENCE = "crash.fence";

  public Goal toGoal() {
    Parameters parameters = Parameters.NONE;
    if (why.isPresent()) {
      parameters = parameters.with("why", why.get());
    }
    if (incident.isPresent()) {
      parameters = parameters.with("incident", incident.get());
    }
    return new Goal(FENCE, instance.toString(), parameters).protecting();
  }

  static FenceRequest of(Goal goal) {
    return new FenceRequest(
        InstanceAddress.parse(goal.target()),
        goal.parameters().find("why"),
        goal.parameters().find("incident"));
  }
}

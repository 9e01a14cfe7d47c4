package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Parameters;
import java.util.Optional;

/**
 * That a crashed source is to be left behind.
 *
 * @param instance whose incident it is
 * @param promote who is to take its place; empty for the best
 */
public record ResolveRequest(
    InstanceAddress instance, String incident, Optional<InstanceAddress> promote) {
  public static final String RESOLVE = "crash.resolve";

  public Goal toGoal() {
    Parameters parameters = Parameters.of("incident", incident);
    if (promote.isPresent()) {
      parameters = parameters.with("promote", promote.get());
    }
    return new Goal(RESOLVE, instance.toString(), parameters).protecting();
  }

  static ResolveRequest of(Goal goal) {
    return new ResolveRequest(
        InstanceAddress.parse(goal.target()),
        goal.parameters().require("incident"),
        goal.parameters().find("promote").map(InstanceAddress::parse));
  }
}

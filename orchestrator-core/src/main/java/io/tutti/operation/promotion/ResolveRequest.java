package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That a crashed source is to be replaced.
 *
 * @param instance whose incident it is
 * @param promote who is to take its place; empty for the best
 */
public record ResolveRequest(
    InstanceAddress instance, String incident, Optional<InstanceAddress> promote) {
  public static final String RESOLVE = "crash.resolve";

  public Goal toGoal() {
    return new Goal(RESOLVE, instance.toString(), this).protecting();
  }
}

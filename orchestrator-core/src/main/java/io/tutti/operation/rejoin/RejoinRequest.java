package io.tutti.operation.rejoin;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That somebody wants a source that lost its place to replicate from who has that now.
 *
 * @param below from whom; empty for who has its place
 */
public record RejoinRequest(InstanceAddress instance, Optional<InstanceAddress> below) {
  public static final String REJOIN = "rejoin";

  public Goal toGoal() {
    return new Goal(REJOIN, instance.toString(), this);
  }
}

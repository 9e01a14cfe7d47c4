package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That a server is to be kept from its clients.
 *
 * @param why for people who find it so
 * @param incident the crash it belongs to
 */
public record FenceRequest(
    InstanceAddress instance, Optional<String> why, Optional<String> incident) {
  public static final String FENCE = "fence";

  /** Why a source is fenced that is failed over. */
  public static final String REPLACED = "a replica takes its place";

  public Goal toGoal() {
    return new Goal(FENCE, instance.toString(), this).protecting();
  }
}

package io.tutti.operation.relocation;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That somebody wants a replica to replicate from another server.
 *
 * @param below the server from which it is to replicate
 * @param channel the channel that is meant; empty where the replica has one
 * @param withReplicas whether replicas of its own may go along
 */
public record RelocateRequest(
    InstanceAddress instance,
    InstanceAddress below,
    Optional<String> channel,
    boolean withReplicas) {
  public static final String RELOCATE = "replica.relocate";

  public Goal toGoal() {
    return new Goal(RELOCATE, instance.toString(), this);
  }
}

package io.tutti.operation.relocation;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That somebody wants a replica to stop replicating for a while, or to go on.
 *
 * @param channel the channel that is meant; empty where the replica has one
 */
public record ChannelRequest(InstanceAddress instance, Optional<String> channel) {
  public static final String DETACH = "replica.detach";
  public static final String ATTACH = "replica.attach";

  public Goal toDetach() {
    return new Goal(DETACH, instance.toString(), this);
  }

  public Goal toAttach() {
    return new Goal(ATTACH, instance.toString(), this);
  }
}

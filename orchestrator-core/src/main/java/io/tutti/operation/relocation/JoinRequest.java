package io.tutti.operation.relocation;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Objects;

/**
 * That somebody wants a server that replicates from nobody to replicate from another one.
 *
 * @param isMutual whether that one replicates from it already, so that both are co-primaries then
 * @param accountUnproved whether a person takes it on that the account of replicas is not shown to
 *     be let in there
 */
public record JoinRequest(
    InstanceAddress instance, InstanceAddress from, boolean isMutual, Boolean accountUnproved) {
  public static final String JOIN = "replica.join";

  public JoinRequest {
    // Journals of older releases have none.
    accountUnproved = Objects.requireNonNullElse(accountUnproved, false);
  }

  public JoinRequest(InstanceAddress instance, InstanceAddress from, boolean isMutual) {
    this(instance, from, isMutual, false);
  }

  public Goal toGoal() {
    return new Goal(JOIN, instance.toString(), this);
  }
}

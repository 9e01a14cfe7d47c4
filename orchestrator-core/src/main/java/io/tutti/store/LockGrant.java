package io.tutti.store;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.plan.Claim;
import io.tutti.plan.OperationId;
import io.tutti.plan.Scope;

/**
 * What an operation claims, lent to it.
 *
 * @param epoch higher with each grant of the same cluster, so that writes of an earlier holder that
 *     does not know it yet can be informed and refused
 */
public record LockGrant(Scope scope, OperationId holder, long epoch) {

  public String cluster() {
    return scope.cluster();
  }

  /** That the same cannot be lent to anybody else now. */
  public OrchestratorException refusal(Scope wanted) {
    boolean isWhole = scope.claim() == Claim.TOPOLOGY || wanted.claim() == Claim.TOPOLOGY;
    return new OrchestratorException(
        isWhole ? ErrorCode.TOPOLOGY_LOCKED : ErrorCode.INSTANCE_IN_OPERATION,
        wanted.cluster(),
        isWhole
            ? "The topology %s is locked by operation %s. Nothing was changed."
                .formatted(wanted.cluster(), holder)
            : "Operation %s acts on %s. Nothing was changed.".formatted(holder, scope.instances()),
        Remedies.of(Acts.followOperation(holder)));
  }
}

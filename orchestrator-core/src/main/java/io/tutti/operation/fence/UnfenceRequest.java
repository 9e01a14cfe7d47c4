package io.tutti.operation.fence;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.util.Optional;

/**
 * That clients are to be admitted again.
 *
 * @param forced the reason for which nothing is to be proved first; empty when all is
 */
public record UnfenceRequest(InstanceAddress instance, Optional<String> forced) {
  public static final String UNFENCE = "unfence";

  /**
   * @throws OrchestratorException INVALID_REQUEST when it is forced without a reason
   */
  public static UnfenceRequest of(InstanceAddress instance, boolean force, Optional<String> why) {
    Optional<String> reason = why.map(String::strip).filter(text -> !text.isEmpty());
    if (force && reason.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          instance.toString(),
          "A fence is lifted by force only with a reason. Nothing was changed.",
          Remedies.of(Acts.unfenceByForce(instance)));
    }
    return new UnfenceRequest(instance, force ? reason : Optional.empty());
  }

  public Goal toGoal() {
    return new Goal(UNFENCE, instance.toString(), this).releasing();
  }
}

package io.tutti.operation.rejoin;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.relocation.RelocationPlanner.Against;
import java.util.List;

/** Why a server does not become a replica of who has its place. */
final class RejoinRefusal {
  private RejoinRefusal() {}

  static OrchestratorException of(InstanceAddress former, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.REJOIN_NOT_SAFE,
        former.toString(),
        "%s does not rejoin: %s. Nothing was changed.".formatted(former, why),
        remedies);
  }

  static OrchestratorException of(InstanceAddress former, List<Against> against) {
    return of(
        former,
        String.join("; ", against.stream().map(Against::why).toList()),
        against.stream().map(Against::remedies).reduce(Remedies.none(), Remedies::or));
  }
}

package io.tutti.operation.salvage;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;

/** The words of what is refused. */
final class SalvageRefusal {
  /** What is left where rows and places do not fit. */
  static final String PROVISION = "rebuild %s";

  private SalvageRefusal() {}

  static OrchestratorException of(
      ErrorCode code, InstanceAddress instance, String why, Remedies remedies) {
    return new OrchestratorException(
        code,
        instance.toString(),
        "%s cannot be salvaged: %s. Nothing was changed.".formatted(instance, why),
        remedies);
  }
}

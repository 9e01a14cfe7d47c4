package io.tutti.operation.skip;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;

/** The words of what is refused. */
final class Refusal {
  private Refusal() {}

  static OrchestratorException of(
      ErrorCode code, InstanceAddress instance, String observed, Remedies remedies) {
    return new OrchestratorException(
        code, instance.toString(), observed + " Nothing was changed.", remedies);
  }
}

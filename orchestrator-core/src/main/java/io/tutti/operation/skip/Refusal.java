package io.tutti.operation.skip;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import java.util.List;

/** The words of what is refused. */
final class Refusal {
  private Refusal() {}

  static OrchestratorException of(
      ErrorCode code, InstanceAddress instance, String observed, List<String> remedies) {
    return new OrchestratorException(
        code, instance.toString(), observed + " Nothing was changed.", remedies);
  }
}

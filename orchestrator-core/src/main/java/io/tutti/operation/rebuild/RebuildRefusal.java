package io.tutti.operation.rebuild;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import java.util.List;

/** The words of what is refused. */
final class RebuildRefusal {
  private RebuildRefusal() {}

  static OrchestratorException unsafe(InstanceAddress instance, String why, String... remedies) {
    return new OrchestratorException(
        ErrorCode.REBUILD_NOT_SAFE,
        instance.toString(),
        "%s cannot be rebuilt: %s. Nothing was changed.".formatted(instance, why),
        List.of(remedies));
  }

  static OrchestratorException notAsked(InstanceAddress instance) {
    return new OrchestratorException(
        ErrorCode.NOT_TO_BE_REBUILT,
        instance.toString(),
        "%s is not marked to be rebuilt, and no open restart of it may have cost something. Nothing was changed."
            .formatted(instance),
        List.of(
            "tutti crash show " + instance,
            "tutti crash rebuild %s --mark --why REASON, if all it has may go"
                .formatted(instance)));
  }
}

package io.tutti.operation;

import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** All kinds of steps that this release can run. */
public final class StepKinds {
  private final SortedMap<String, StepKind<?>> kinds = new TreeMap<>();

  public StepKinds(Collection<? extends StepKind<?>> all) {
    for (StepKind<?> kind : all) {
      if (kinds.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("two kinds of steps are called " + kind.name());
      }
    }
  }

  BoundStep<?> bind(PlannedStep planned) {
    StepKind<?> kind = kinds.get(planned.kind());
    if (kind == null) {
      throw StepFailure.fatal(
          Reason.STEP_FAILED,
          "\"%s\" is of the kind %s, which this release does not have. It has: %s."
              .formatted(planned, planned.kind(), String.join(", ", kinds.keySet())));
    }
    return kind.bind(planned);
  }
}

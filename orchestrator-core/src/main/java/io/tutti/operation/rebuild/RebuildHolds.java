package io.tutti.operation.rebuild;

import io.tutti.error.ErrorCode;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Holds;
import io.tutti.store.RebuildMarks;
import java.util.List;
import java.util.Optional;

/** Nothing is done to a server that is to be made anew but that. */
record RebuildHolds(RebuildMarks marks) implements Holds {

  @Override
  public Optional<Hold> find(InstanceAddress instance) {
    return marks
        .find(instance)
        .map(mark ->
            new Hold(
                ErrorCode.INSTANCE_TO_BE_REBUILT,
                mark.toString(),
                List.of(
                    "tutti crash rebuild " + instance,
                    "tutti crash rebuild %s --unmark, if it is whole after all"
                        .formatted(instance))));
  }
}

package io.tutti.operation.rebuild;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Reservations;
import io.tutti.store.RebuildMarks;
import java.util.Optional;

/** Nothing is done to a server that is to be rebuilt but that. */
record RebuildReservations(RebuildMarks marks) implements Reservations {

  @Override
  public Optional<Reservation> find(InstanceAddress instance) {
    return marks
        .find(instance)
        .map(mark ->
            new Reservation(
                ErrorCode.INSTANCE_TO_BE_REBUILT,
                mark.toString(),
                Remedies.of(Acts.rebuild(instance))
                    .or("%s, if it is intact after all", Acts.unmark(instance))));
  }
}

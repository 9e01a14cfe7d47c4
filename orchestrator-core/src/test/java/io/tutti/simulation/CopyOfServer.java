package io.tutti.simulation;

import io.tutti.model.Observed;
import io.tutti.spi.backup.CloneStatus;
import java.time.Instant;

/** The last copy that a server made of another one over itself. */
record CopyOfServer(CloneStatus status) {
  static final CopyOfServer NONE =
      new CopyOfServer(
          new CloneStatus(
              CloneStatus.State.NONE,
              "",
              "",
              Observed.absent("there was none"),
              Observed.absent("there was none"),
              false,
              ""));

  CopyOfServer of(SimulatedServer donor, Instant at) {
    return new CopyOfServer(
        new CloneStatus(
            CloneStatus.State.COMPLETED,
            at.toString(),
            donor.address().toString(),
            Observed.known(donor.binlog().position()),
            Observed.absent("it did not fail"),
            true,
            ""));
  }
}

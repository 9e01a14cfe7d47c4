package io.tutti.operation.server;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.CloneControl;
import io.tutti.spi.backup.CloneStanding;
import java.util.List;

/** A control of which each call is watched. */
record GuardedClone(CloneControl control, GuardedControl.Guard guard) implements CloneControl {

  @Override
  public Observed<CloneStanding> read(Deadline deadline) {
    return guard.call(() -> control.read(deadline));
  }

  @Override
  public void requirePrivileges(Role role, Deadline deadline) {
    guard.call(() -> {
      control.requirePrivileges(role, deadline);
      return true;
    });
  }

  @Override
  public List<String> statements(InstanceAddress donor) {
    return guard.call(() -> control.statements(donor));
  }

  @Override
  public void cloneFrom(InstanceAddress donor, Deadline deadline) {
    guard.call(() -> {
      control.cloneFrom(donor, deadline);
      return true;
    });
  }
}

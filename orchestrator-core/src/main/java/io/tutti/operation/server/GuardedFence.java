package io.tutti.operation.server;

import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.fence.EndedSessions;
import io.tutti.spi.fence.FenceControl;
import io.tutti.spi.fence.Trial;
import java.util.Optional;
import java.util.SortedMap;

/** A control of which each call is watched. */
record GuardedFence(FenceControl control, GuardedControl.Guard guard) implements FenceControl {

  @Override
  public void requirePrivileges(Deadline deadline) {
    guard.call(() -> {
      control.requirePrivileges(deadline);
      return true;
    });
  }

  @Override
  public SortedMap<String, String> read(Deadline deadline) {
    return guard.call(() -> control.read(deadline));
  }

  @Override
  public void set(String variable, String value, Deadline deadline) {
    guard.call(() -> {
      control.set(variable, value, deadline);
      return true;
    });
  }

  @Override
  public EndedSessions endSessions(Deadline deadline) {
    return guard.call(() -> control.endSessions(deadline));
  }

  @Override
  public Trial tryToWrite(Optional<Credentials> as, Deadline deadline) {
    return control.tryToWrite(as, deadline);
  }
}

package io.tutti.discovery;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.Target;
import java.util.List;

/** What the configuration says of each instance. */
public interface Targets {
  /** With which account, encryption and driver it is reached. */
  Target targetFor(InstanceAddress address);

  /** The heartbeat tables to take its lag from; empty when none are configured. */
  List<HeartbeatTable> heartbeatsFor(InstanceAddress address);
}

package io.tutti.operation.gaps;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import java.util.List;

/** Closes the gaps of a replica. */
public final class GapsCapability {
  private GapsCapability() {}

  public static Capability of(Ports ports) {
    return Capability.of(
        "gaps",
        List.of(new GapsPlanning(ports.servers(), ports.topology())),
        GapsSteps.kinds(GapsEnvironment.of(ports)),
        GapsSteps.records());
  }
}

package io.tutti.operation.salvage;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.gaps.GapsEnvironment;
import java.util.List;

/** Makes a replica whole that lost a part of its binlogs. */
public final class SalvageCapability {
  private SalvageCapability() {}

  public static Capability of(Ports ports) {
    return Capability.of(
        "salvage",
        List.of(
            new SalvagePlanning(ports.servers(), ports.records().incidents(), ports.topology())),
        SalvageSteps.kinds(GapsEnvironment.of(ports)),
        SalvageSteps.records());
  }
}

package io.tutti.operation.fence;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.crash.RestartReader;
import java.util.List;

/** Keeps clients from servers, and lets them in again once they are proved intact. */
public final class FenceCapability {
  private FenceCapability() {}

  public static Capability of(Ports ports, FenceSettings settings) {
    FenceEnvironment environment = FenceEnvironment.of(ports, settings.hook());
    RestartReader restarts = RestartReader.of(ports);
    return Capability.of(
            "fence",
            List.of(
                new FencePlanning(environment, ports.flavors()),
                new UnfencePlanning(environment, restarts),
                new LiftPlanning(environment, restarts)),
            FenceSteps.kinds(environment),
            FenceSteps.records())
        .recovering(
            CrashRecovery.rule(settings.automatic()),
            StartFencedRecovery.rule(settings.unfence(), ports.records().startups()));
  }
}

package io.tutti.operation.rebuild;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.rebuild.RebuildRequest.Act;
import java.util.List;

/** Marks a server that is not whole, and makes it anew from another one. */
public final class RebuildCapability {
  private RebuildCapability() {}

  public static Capability of(Ports ports) {
    RebuildEnvironment environment = RebuildEnvironment.of(ports);
    return Capability.of(
            "rebuild",
            List.of(
                new RebuildPlanning(environment, ports.world(), Act.REBUILD),
                new RebuildPlanning(environment, ports.world(), Act.BY_HAND),
                new AttachPlanning(environment, ports.world()),
                new MarkPlanning(environment, ports.world(), Act.MARK),
                new MarkPlanning(environment, ports.world(), Act.UNMARK)),
            kinds(environment))
        .holding(new RebuildHolds(ports.records().rebuilds()));
  }

  private static List<StepKind> kinds(RebuildEnvironment environment) {
    return List.of(
        StepKind.of(MarkStep.KIND, planned -> new MarkStep(environment, planned)),
        StepKind.of(UnmarkStep.KIND, planned -> new UnmarkStep(environment, planned)),
        StepKind.of(CloneStep.KIND, planned -> new CloneStep(environment, planned)),
        StepKind.of(AttachStep.KIND, planned -> new AttachStep(environment, planned)));
  }
}

package io.tutti.operation.relocation;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.Kind;
import java.util.List;

/** Moves a replica, with what is below it, to another source. */
public final class RelocationCapability {
  private RelocationCapability() {}

  public static Capability of(Ports ports) {
    return Capability.of(
        "relocation",
        List.of(new RelocationPlanning(ports.servers(), ports.world())),
        kinds(GapsEnvironment.of(ports)),
        records());
  }

  private static List<StepKind<?>> kinds(GapsEnvironment environment) {
    return List.of(
        StepKind.of(
            MoveStep.KIND,
            MoveStep.Work.class,
            MoveStep.Before.class,
            planned -> new MoveStep(environment, planned)));
  }

  private static List<Kind> records() {
    return List.of(
        Kind.of("relocation.goal", RelocateRequest.class),
        Kind.of("relocation.move", MoveStep.Work.class),
        Kind.of("relocation.move.before", MoveStep.Before.class));
  }
}

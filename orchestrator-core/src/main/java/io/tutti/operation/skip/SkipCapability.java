package io.tutti.operation.skip;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.GapsEnvironment;
import java.util.List;

/** Leaves out exactly one transaction. */
public final class SkipCapability {
  private SkipCapability() {}

  public static Capability of(Ports ports) {
    return Capability.of(
        "skip",
        List.of(new SkipPlanning(ports.servers(), ports.topology())),
        kinds(GapsEnvironment.of(ports)));
  }

  private static List<StepKind> kinds(GapsEnvironment environment) {
    return List.of(
        StepKind.of(ApproachStep.KIND, planned -> new ApproachStep(environment, planned)),
        StepKind.of(
            EmptyTransactionStep.KIND, planned -> new EmptyTransactionStep(environment, planned)),
        StepKind.of(NextStep.KIND, planned -> new NextStep(environment, planned)),
        StepKind.of(DomainStep.KIND, planned -> new DomainStep(environment, planned)));
  }
}

package io.tutti.operation.parallelism;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import java.util.List;

/** Makes replicas apply in parallel, and keeps them so. */
public final class ParallelismCapability {
  private ParallelismCapability() {}

  /**
   * @param drift what is done where a restart lost what was to be kept
   */
  public static Capability of(Ports ports, DriftPolicy drift) {
    ParallelismEnvironment environment = ParallelismEnvironment.of(ports);
    return Capability.of(
            "parallelism",
            List.of(
                new ParallelismPlanning(ParallelismRequest.APPLY, environment, ports.topology()),
                new ParallelismPlanning(ParallelismRequest.UNDO, environment, ports.topology())),
            kinds(environment))
        .recovering(DriftRecovery.rule(drift));
  }

  private static List<StepKind> kinds(ParallelismEnvironment environment) {
    return List.of(
        StepKind.of(ChangeStep.KIND, planned -> new ChangeStep(environment, planned)),
        StepKind.of(SettleStep.KIND, planned -> new SettleStep(environment, planned)),
        StepKind.of(KeepStep.KIND, planned -> new KeepStep(environment, planned)));
  }
}

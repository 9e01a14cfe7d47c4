package io.tutti.operation.parallelism;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.plan.Kind;
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
            kinds(environment),
            records())
        .recovering(DriftRecovery.rule(drift));
  }

  private static List<StepKind<?>> kinds(ParallelismEnvironment environment) {
    return List.of(
        StepKind.of(
            ChangeStep.KIND,
            ChangeStep.Work.class,
            ChangeStep.Before.class,
            planned -> new ChangeStep(environment, planned)),
        StepKind.of(
            SettleStep.KIND,
            SettleStep.Work.class,
            SettleStep.Before.class,
            planned -> new SettleStep(environment, planned)),
        StepKind.of(
            CarryStep.KIND,
            CarryStep.Work.class,
            CarryStep.Before.class,
            planned -> new CarryStep(environment, planned)),
        StepKind.of(
            RecordSettingsStep.KIND,
            RecordSettingsStep.Work.class,
            RecordSettingsStep.Before.class,
            planned -> new RecordSettingsStep(environment, planned)));
  }

  private static List<Kind> records() {
    return List.of(
        Kind.of("parallelism.goal", ParallelismRequest.class),
        Kind.of("parallelism.change", ChangeStep.Work.class),
        Kind.of("parallelism.change.before", ChangeStep.Before.class),
        Kind.of("parallelism.carry", CarryStep.Work.class),
        Kind.of("parallelism.carry.before", CarryStep.Before.class),
        Kind.of("parallelism.kept.left", KnobChange.Kept.Left.class),
        Kind.of("parallelism.kept.nothing", KnobChange.Kept.Nothing.class),
        Kind.of("parallelism.kept.value", KnobChange.Kept.Value.class),
        Kind.of("parallelism.settle", SettleStep.Work.class),
        Kind.of("parallelism.settle.before", SettleStep.Before.class),
        Kind.of("parallelism.record", RecordSettingsStep.Work.class),
        Kind.of("parallelism.record.before", RecordSettingsStep.Before.class));
  }
}

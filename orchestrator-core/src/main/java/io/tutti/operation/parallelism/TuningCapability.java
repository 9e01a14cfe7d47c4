package io.tutti.operation.parallelism;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** Measures which parallel settings let a replica apply fastest. */
public final class TuningCapability {
  private TuningCapability() {}

  public static Capability of(Ports ports) {
    TuningEnvironment environment = TuningEnvironment.of(ports);
    return Capability.of(
        "tuning",
        List.of(
            new TuningPlanning(TuningRequest.RUN, environment),
            new TuningPlanning(TuningRequest.BENCH, environment)),
        List.of(
            StepKind.of(
                PredictStep.KIND,
                PredictStep.Work.class,
                Nothing.class,
                planned -> new PredictStep(environment, planned)),
            StepKind.of(
                TrialStep.KIND,
                TrialStep.Work.class,
                TrialStep.Before.class,
                planned -> new TrialStep(environment, planned)),
            StepKind.of(
                KeepStep.KIND,
                KeepStep.Work.class,
                KeepStep.Before.class,
                planned -> new KeepStep(environment, planned))),
        List.of(
            Kind.of("tuning.goal", TuningRequest.class),
            Kind.of("tuning.predict", PredictStep.Work.class),
            Kind.of("tuning.trial", TrialStep.Work.class),
            Kind.of("tuning.trial.before", TrialStep.Before.class),
            Kind.of("tuning.keep", KeepStep.Work.class),
            Kind.of("tuning.keep.before", KeepStep.Before.class)));
  }
}

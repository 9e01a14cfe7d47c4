package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepKind;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.fence.FenceGuide;
import java.util.List;

/** The kinds of steps that fence servers and let clients in again. */
public final class FenceSteps {
  private FenceSteps() {}

  /** Gives one variable of a measure a value, as a step of another plan. */
  public static PlannedStep set(
      InstanceAddress instance,
      FenceGuide guide,
      String variable,
      String value,
      String description) {
    return PlannedStep.of(
            SetStep.KIND,
            instance,
            variable,
            Parameters.of("variable", variable).with("value", value),
            description)
        .withStatements(guide.statement(variable, value));
  }

  /** Stops what a replica receives, as a step of another plan. */
  public static PlannedStep detach(
      InstanceAddress source, InstanceAddress replica, String channel) {
    return FencePlanner.receiver(DetachStep.KIND, source, replica, channel);
  }

  /** What a step decides that stops a receiver: a later one may start it again. */
  public static String receiverAspect(String channel) {
    return "receiver." + channel;
  }

  static List<StepKind> kinds(FenceEnvironment environment) {
    return List.of(
        StepKind.of(KeepStep.KIND, planned -> new KeepStep(environment, planned)),
        StepKind.of(SetStep.KIND, planned -> new SetStep(environment, planned)),
        StepKind.of(ClearStep.KIND, planned -> new ClearStep(environment, planned)),
        StepKind.of(DetachStep.KIND, planned -> new DetachStep(environment, planned)),
        StepKind.of(AttachStep.KIND, planned -> new AttachStep(environment, planned)),
        StepKind.of(HookStep.KIND, planned -> new HookStep(environment, planned)),
        StepKind.of(TrialStep.KIND, planned -> new TrialStep(environment, planned)),
        StepKind.of(StartStep.KIND, planned -> new StartStep(environment, planned)),
        StepKind.of(LiftedStep.KIND, planned -> new LiftedStep(environment, planned)),
        StepKind.of(ReleaseStep.KIND, planned -> new ReleaseStep(environment, planned)));
  }
}

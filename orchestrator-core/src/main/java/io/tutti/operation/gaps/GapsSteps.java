package io.tutti.operation.gaps;

import io.tutti.operation.StepKind;
import java.util.List;

/** The kinds of steps that close gaps. */
public final class GapsSteps {
  private GapsSteps() {}

  public static List<StepKind> kinds(GapsEnvironment environment) {
    return List.of(
        StepKind.of(WaitStep.KIND, planned -> new WaitStep(environment, planned)),
        StepKind.of(UntilStep.KIND, planned -> new UntilStep(environment, planned)),
        StepKind.of(ReceiverPlaceStep.KIND, planned -> new ReceiverPlaceStep(environment, planned)),
        StepKind.of(MendStep.KIND, planned -> new MendStep(environment, planned)),
        StepKind.of(FetchStep.KIND, planned -> new FetchStep(environment, planned)),
        StepKind.of(SerialStep.KIND, planned -> new SerialStep(environment, planned)));
  }
}

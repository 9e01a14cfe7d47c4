package io.tutti.operation.skip;

import io.tutti.operation.Pauses;
import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers;
import java.util.List;

/** The kinds of steps that skip a transaction. */
public final class SkipSteps {
  private SkipSteps() {}

  public static List<StepKind> kinds(Servers servers, Pauses pauses) {
    GapsEnvironment environment = new GapsEnvironment(servers, pauses);
    return List.of(
        StepKind.of(ApproachStep.KIND, planned -> new ApproachStep(environment, planned)),
        StepKind.of(
            EmptyTransactionStep.KIND, planned -> new EmptyTransactionStep(environment, planned)),
        StepKind.of(NextStep.KIND, planned -> new NextStep(environment, planned)),
        StepKind.of(DomainStep.KIND, planned -> new DomainStep(environment, planned)));
  }
}

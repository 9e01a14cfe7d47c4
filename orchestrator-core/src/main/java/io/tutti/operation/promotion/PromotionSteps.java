package io.tutti.operation.promotion;

import io.tutti.operation.StepKind;
import java.util.List;

/** The kinds of steps that let a replica take the place of its source. */
public final class PromotionSteps {
  private PromotionSteps() {}

  public static List<StepKind> kinds(PromotionEnvironment environment) {
    return List.of(
        StepKind.of(CatchUpStep.KIND, planned -> new CatchUpStep(environment, planned)),
        StepKind.of(StandStep.KIND, planned -> new StandStep(environment, planned)),
        StepKind.of(FollowStep.KIND, planned -> new FollowStep(environment, planned)),
        StepKind.of(EndStep.KIND, planned -> new EndStep(environment, planned)),
        StepKind.of(KeepStep.KIND, planned -> new KeepStep(environment, planned)));
  }
}

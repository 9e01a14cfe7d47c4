package io.tutti.operation.salvage;

import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.GapsEnvironment;
import java.util.List;

/** The kinds of steps that salvage a replica. */
public final class SalvageSteps {
  /** Stops a channel: parameters {@code channel} and {@code source}. */
  public static final String STAND = StandStep.KIND;

  /** Lets a channel that stands find its place by GTID: the same parameters. */
  public static final String BY_GTID = ByGtidStep.KIND;

  /** Starts a channel, and waits until it has applied what its source had: the same parameters. */
  public static final String GO = GoStep.KIND;

  private SalvageSteps() {}

  static List<StepKind> kinds(GapsEnvironment environment) {
    return List.of(
        StepKind.of(StandStep.KIND, planned -> new StandStep(environment, planned)),
        StepKind.of(PlaceStep.KIND, planned -> new PlaceStep(environment, planned)),
        StepKind.of(WipeStep.KIND, planned -> new WipeStep(environment, planned)),
        StepKind.of(RestoreStep.KIND, planned -> new RestoreStep(environment, planned)),
        StepKind.of(ByGtidStep.KIND, planned -> new ByGtidStep(environment, planned)),
        StepKind.of(GoStep.KIND, planned -> new GoStep(environment, planned)));
  }
}

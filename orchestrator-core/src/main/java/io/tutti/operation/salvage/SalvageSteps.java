package io.tutti.operation.salvage;

import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** The kinds of steps that salvage a replica. */
public final class SalvageSteps {
  /** Lets a channel that stands find its place by GTID; its work is a {@link ChannelFrom}. */
  public static final String BY_GTID = ByGtidStep.KIND;

  /** Starts a channel, and waits until it has applied what its source had; the same work. */
  public static final String GO = GoStep.KIND;

  private SalvageSteps() {}

  static List<StepKind<?>> kinds(GapsEnvironment environment) {
    return List.of(
        StepKind.of(
            PlaceStep.KIND,
            PlaceStep.Work.class,
            PlaceStep.Before.class,
            planned -> new PlaceStep(environment, planned)),
        StepKind.of(
            WipeStep.KIND,
            WipeStep.Work.class,
            WipeStep.Before.class,
            planned -> new WipeStep(environment, planned)),
        StepKind.of(
            RestoreStep.KIND,
            RestoreStep.Work.class,
            Nothing.class,
            planned -> new RestoreStep(environment, planned)),
        StepKind.of(
            ByGtidStep.KIND,
            ChannelFrom.class,
            Nothing.class,
            planned -> new ByGtidStep(environment, planned)),
        StepKind.of(
            GoStep.KIND,
            ChannelFrom.class,
            GoStep.Before.class,
            planned -> new GoStep(environment, planned)));
  }

  static List<Kind> records() {
    return List.of(
        Kind.of("salvage.goal", SalvageRequest.class),
        Kind.of("salvage.place", PlaceStep.Work.class),
        Kind.of("salvage.place.before", PlaceStep.Before.class),
        Kind.of("salvage.wipe", WipeStep.Work.class),
        Kind.of("salvage.wipe.before", WipeStep.Before.class),
        Kind.of("salvage.restore", RestoreStep.Work.class),
        Kind.of("salvage.go.before", GoStep.Before.class));
  }
}

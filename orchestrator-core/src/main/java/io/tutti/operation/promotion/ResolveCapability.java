package io.tutti.operation.promotion;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.fence.FenceEnvironment;
import io.tutti.operation.fence.FenceHook;
import io.tutti.operation.fence.FencePlanning;
import java.util.List;

/** Leaves a crashed source behind: a replica takes its place. */
public final class ResolveCapability {
  private ResolveCapability() {}

  /**
   * @param hook what else is done where a server is fenced
   */
  public static Capability of(Ports ports, FenceHook hook) {
    FenceEnvironment fencing = FenceEnvironment.of(ports, hook);
    return Capability.of(
        "resolve",
        List.of(new ResolvePlanning(fencing, new FencePlanning(fencing, ports.flavors()))),
        kinds(PromotionEnvironment.of(ports)));
  }

  private static List<StepKind> kinds(PromotionEnvironment environment) {
    return List.of(
        StepKind.of(CatchUpStep.KIND, planned -> new CatchUpStep(environment, planned)),
        StepKind.of(StandStep.KIND, planned -> new StandStep(environment, planned)),
        StepKind.of(FollowStep.KIND, planned -> new FollowStep(environment, planned)),
        StepKind.of(EndStep.KIND, planned -> new EndStep(environment, planned)),
        StepKind.of(KeepStep.KIND, planned -> new KeepStep(environment, planned)));
  }
}

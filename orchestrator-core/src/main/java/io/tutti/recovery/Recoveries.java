package io.tutti.recovery;

import io.tutti.store.BootSights;
import java.util.List;

/** All rules there are: what is done without being asked for. */
public final class Recoveries {
  private Recoveries() {}

  /** What people have set. */
  public record Policies(FencePolicy fence, LiftPolicy lift, DriftPolicy drift) {}

  /** What protects comes first. */
  public static List<RecoveryRule> rules(Policies policies, BootSights boots) {
    return List.of(
        CrashRecovery.rule(policies.fence()),
        BootRecovery.rule(policies.lift(), boots),
        LeaseRecovery.rule(),
        DriftRecovery.rule(policies.drift()));
  }
}

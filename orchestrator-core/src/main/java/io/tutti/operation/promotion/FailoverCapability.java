package io.tutti.operation.promotion;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.fence.FenceEnvironment;
import io.tutti.operation.fence.FenceHook;
import io.tutti.operation.fence.FencePlanning;
import io.tutti.operation.parallelism.SettingsOfRoles;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** Lets a replica take the place of a dead source. */
public final class FailoverCapability {
  private FailoverCapability() {}

  /**
   * @param hook what else is done where a server is fenced
   * @param settings what is done by itself, and how
   */
  public static Capability of(Ports ports, FenceHook hook, FailoverSettings settings) {
    PromotionEnvironment environment = PromotionEnvironment.of(ports);
    FenceEnvironment fencing = FenceEnvironment.of(ports, hook);
    return Capability.of(
            "failover",
            List.of(
                new FailoverPlanning(
                    environment,
                    new FencePlanning(fencing, ports.flavors()),
                    SettingsOfRoles.of(ports),
                    cluster ->
                        settings
                            .of(ports.topology().get(), ports.known().aliases().get(), cluster)
                            .terms())),
            List.of(
                StepKind.of(
                    AccountStep.KIND,
                    Nothing.class,
                    FailoverAccount.class,
                    planned -> new AccountStep(environment, planned)),
                StepKind.of(
                    HoldStep.KIND,
                    HoldStep.Work.class,
                    HoldStep.Before.class,
                    planned -> new HoldStep(environment, planned))),
            List.of(
                Kind.of("failover.goal", FailoverRequest.class),
                Kind.of("failover.account.seen", AccountStep.Seen.class),
                Kind.of("failover.account.found", FailoverAccount.class),
                Kind.of("failover.hold", HoldStep.Work.class),
                Kind.of("failover.hold.before", HoldStep.Before.class)))
        .recovering(FailoverRecovery.rule(settings, () -> known(ports)));
  }

  private static FailoverRecovery.Known known(Ports ports) {
    return new FailoverRecovery.Known(
        ports.known().aliases().get(),
        ports.records().holds().all(),
        ports.records().silences().all());
  }
}

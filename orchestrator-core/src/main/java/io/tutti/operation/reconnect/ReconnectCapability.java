package io.tutti.operation.reconnect;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.plan.Kind;
import java.util.List;

/** Asks receivers whether they reach a source that the controller does not reach. */
public final class ReconnectCapability {
  private ReconnectCapability() {}

  public static Capability of(Ports ports, ReconnectPolicy policy) {
    Reached reached = new Reached();
    return Capability.of(
            "reconnect",
            List.of(new ReconnectPlanning(ports.servers(), ports.world())),
            List.of(
                StepKind.of(
                    ReconnectStep.KIND,
                    ReconnectStep.Work.class,
                    ReconnectStep.Before.class,
                    planned -> new ReconnectStep(ports, reached, planned))),
            List.of(
                Kind.of("reconnect.goal", ReconnectRequest.class),
                Kind.of("reconnect.receiver", ReconnectStep.Work.class),
                Kind.of("reconnect.receiver.before", ReconnectStep.Before.class)))
        .recovering(ReconnectRecovery.rule(policy));
  }
}

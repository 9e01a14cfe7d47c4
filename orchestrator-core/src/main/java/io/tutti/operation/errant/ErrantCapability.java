package io.tutti.operation.errant;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** Has a source count the errant transactions of a replica as executed. */
public final class ErrantCapability {
  private ErrantCapability() {}

  public static Capability of(Ports ports) {
    return Capability.of(
        "errant",
        List.of(new InjectPlanning(ports.servers(), ports.world())),
        List.of(
            StepKind.of(
                InjectStep.KIND,
                InjectStep.Work.class,
                Nothing.class,
                planned -> new InjectStep(ports.servers(), planned))),
        List.of(
            Kind.of("errant.goal", InjectRequest.class),
            Kind.of("errant.inject", InjectStep.Work.class)));
  }
}

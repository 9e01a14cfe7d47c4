package io.tutti.operation.skip;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** Leaves out exactly one transaction. */
public final class SkipCapability {
  private SkipCapability() {}

  public static Capability of(Ports ports) {
    return Capability.of(
        "skip",
        List.of(new SkipPlanning(ports.servers(), ports.topology())),
        kinds(GapsEnvironment.of(ports)),
        records());
  }

  private static List<StepKind<?>> kinds(GapsEnvironment environment) {
    return List.of(
        StepKind.of(
            ApproachStep.KIND,
            SkipPlace.Work.class,
            Nothing.class,
            planned -> new ApproachStep(environment, planned)),
        StepKind.of(
            EmptyTransactionStep.KIND,
            EmptyTransactionStep.Work.class,
            EmptyTransactionStep.Before.class,
            planned -> new EmptyTransactionStep(environment, planned)),
        StepKind.of(
            SkipNextStep.KIND,
            SkipNextStep.Work.class,
            SkipNextStep.Before.class,
            planned -> new SkipNextStep(environment, planned)),
        StepKind.of(
            DomainStep.KIND,
            DomainStep.Work.class,
            DomainStep.Before.class,
            planned -> new DomainStep(environment, planned)));
  }

  private static List<Kind> records() {
    return List.of(
        Kind.of("skip.goal", SkipRequest.class),
        Kind.of("skip.place", SkipPlace.Work.class),
        Kind.of("skip.gtid", EmptyTransactionStep.Work.class),
        Kind.of("skip.gtid.before", EmptyTransactionStep.Before.class),
        Kind.of("skip.next", SkipNextStep.Work.class),
        Kind.of("skip.next.before", SkipNextStep.Before.class),
        Kind.of("skip.domain", DomainStep.Work.class),
        Kind.of("skip.domain.before", DomainStep.Before.class));
  }
}

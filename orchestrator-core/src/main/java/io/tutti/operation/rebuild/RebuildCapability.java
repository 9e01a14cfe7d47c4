package io.tutti.operation.rebuild;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.rebuild.RebuildRequest.Act;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import java.util.List;

/** Marks a server that is not whole, and makes it again from another one. */
public final class RebuildCapability {
  private RebuildCapability() {}

  public static Capability of(Ports ports) {
    RebuildEnvironment environment = RebuildEnvironment.of(ports);
    return Capability.of(
            "rebuild",
            List.of(
                new RebuildPlanning(environment, ports.world(), Act.REBUILD),
                new RebuildPlanning(environment, ports.world(), Act.BY_HAND),
                new AttachPlanning(environment, ports.world()),
                new MarkPlanning(environment, ports.world(), Act.MARK),
                new MarkPlanning(environment, ports.world(), Act.UNMARK)),
            kinds(environment),
            records())
        .holding(new RebuildReservations(ports.records().rebuilds()));
  }

  private static List<StepKind<?>> kinds(RebuildEnvironment environment) {
    return List.of(
        StepKind.of(
            MarkStep.KIND,
            MarkStep.Work.class,
            MarkStep.Before.class,
            planned -> new MarkStep(environment, planned)),
        StepKind.of(
            UnmarkStep.KIND,
            UnmarkStep.Work.class,
            UnmarkStep.Before.class,
            planned -> new UnmarkStep(environment, planned)),
        StepKind.of(
            CloneStep.KIND,
            CloneStep.Work.class,
            CloneStep.Before.class,
            planned -> new CloneStep(environment, planned)),
        StepKind.of(
            AttachStep.KIND,
            AttachStep.Work.class,
            Nothing.class,
            planned -> new AttachStep(environment, planned)));
  }

  private static List<Kind> records() {
    return List.of(
        Kind.of("rebuild.goal", RebuildRequest.class),
        Kind.of("rebuild.mark", MarkStep.Work.class),
        Kind.of("rebuild.mark.before", MarkStep.Before.class),
        Kind.of("rebuild.unmark", UnmarkStep.Work.class),
        Kind.of("rebuild.unmark.before", UnmarkStep.Before.class),
        Kind.of("rebuild.unmark.ran", UnmarkStep.Ran.class),
        Kind.of("rebuild.clone", CloneStep.Work.class),
        Kind.of("rebuild.clone.before", CloneStep.Before.class),
        Kind.of("rebuild.attach", AttachStep.Work.class));
  }
}

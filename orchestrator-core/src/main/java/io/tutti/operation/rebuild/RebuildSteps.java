package io.tutti.operation.rebuild;

import io.tutti.operation.Planning;
import io.tutti.operation.StepKind;
import io.tutti.operation.rebuild.RebuildRequest.Act;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.function.Supplier;

/** How servers are made anew, and the kinds of steps that do it. */
public final class RebuildSteps {
  private RebuildSteps() {}

  public static List<Planning> plannings(
      RebuildEnvironment environment, Supplier<TopologySnapshot> topology) {
    return List.of(
        new RebuildPlanning(environment, topology, Act.REBUILD),
        new RebuildPlanning(environment, topology, Act.BY_HAND),
        new AttachPlanning(environment, topology),
        new MarkPlanning(environment, topology, Act.MARK),
        new MarkPlanning(environment, topology, Act.UNMARK));
  }

  public static List<StepKind> kinds(RebuildEnvironment environment) {
    return List.of(
        StepKind.of(MarkStep.KIND, planned -> new MarkStep(environment, planned)),
        StepKind.of(UnmarkStep.KIND, planned -> new UnmarkStep(environment, planned)),
        StepKind.of(CloneStep.KIND, planned -> new CloneStep(environment, planned)),
        StepKind.of(AttachStep.KIND, planned -> new AttachStep(environment, planned)));
  }
}

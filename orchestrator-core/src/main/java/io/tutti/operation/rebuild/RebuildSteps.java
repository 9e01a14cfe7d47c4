package io.tutti.operation.rebuild;

import io.tutti.operation.Planning;
import io.tutti.operation.StepKind;
import io.tutti.operation.rebuild.RebuildRequest.Act;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.function.Supplier;

/** How servers are made anew, and the kinds of steps that do it. */
public final class RebuildSteps {
  private RebuildSteps() {}

  public static List<Planning> plannings(
      RebuildEnvironment environment, Supplier<WorldView> world) {
    return List.of(
        new RebuildPlanning(environment, world, Act.REBUILD),
        new RebuildPlanning(environment, world, Act.BY_HAND),
        new AttachPlanning(environment, world),
        new MarkPlanning(environment, world, Act.MARK),
        new MarkPlanning(environment, world, Act.UNMARK));
  }

  public static List<StepKind> kinds(RebuildEnvironment environment) {
    return List.of(
        StepKind.of(MarkStep.KIND, planned -> new MarkStep(environment, planned)),
        StepKind.of(UnmarkStep.KIND, planned -> new UnmarkStep(environment, planned)),
        StepKind.of(CloneStep.KIND, planned -> new CloneStep(environment, planned)),
        StepKind.of(AttachStep.KIND, planned -> new AttachStep(environment, planned)));
  }
}

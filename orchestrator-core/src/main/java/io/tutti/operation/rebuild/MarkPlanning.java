package io.tutti.operation.rebuild;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.rebuild.RebuildRequest.Act;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Says that a server is to be rebuilt, or takes that back. Touches no server. */
record MarkPlanning(RebuildEnvironment environment, Supplier<WorldView> world, Act act)
    implements ActPlanning {

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    RebuildRequest request = goal.request(RebuildRequest.class);
    InstanceAddress instance = request.instance();
    if (act == Act.UNMARK && environment.marks().find(instance).isEmpty()) {
      throw RebuildRefusal.notAsked(instance);
    }
    PlannedStep step =
        act == Act.MARK
            ? RebuildPlanner.mark(instance, Optional.empty(), request.why())
            : RebuildPlanner.unmark(instance, Optional.empty());
    String cluster = GoalTarget.clusterOf(world.get().topology(), instance).name();
    return Plan.of(goal, Scope.of(cluster, List.of(instance)), List.of(step));
  }
}

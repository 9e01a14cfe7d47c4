package io.tutti.operation.salvage;

import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.store.Incidents;
import io.tutti.topology.Cluster;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.function.Supplier;

/** Reads the facts, and has the planner decide how a replica is salvaged. */
record SalvagePlanning(Servers servers, Incidents incidents, Supplier<TopologySnapshot> topology)
    implements Planning {

  @Override
  public String goalKind() {
    return SalvageRequest.SALVAGE;
  }

  @Override
  public Class<SalvageRequest> request() {
    return SalvageRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    SalvageRequest request = goal.request(SalvageRequest.class);
    TopologySnapshot snapshot = topology.get();
    Cluster cluster = GoalTarget.clusterOf(snapshot, request.instance());
    try (Session session = servers.open(request.instance(), deadline)) {
      SalvageFacts facts = new SalvageReader(servers, incidents, session).read(snapshot, deadline);
      GoalTarget.requireChannels(facts.state());
      SalvagePlanner planner =
          new SalvagePlanner(
              facts, session.provider().replicationStatements(facts.state().version().version()));
      List<PlannedStep> steps = planner.steps();
      session.control().requirePrivileges(ControlNeeds.toSalvage(planner.restores()), deadline);
      return Plan.of(goal, Scope.of(cluster.name(), List.of(request.instance())), steps)
          .withNotes(planner.notes());
    }
  }
}

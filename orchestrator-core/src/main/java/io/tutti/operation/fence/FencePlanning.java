package io.tutti.operation.fence;

import io.tutti.discovery.FlavorCatalogue;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.Optional;

/**
 * Finds what keeps clients from a server, and has the planner say it. A server that does not answer
 * is planned by what it was when it was read last.
 */
public record FencePlanning(FenceEnvironment environment, FlavorCatalogue flavors)
    implements Planning {

  @Override
  public String goalKind() {
    return FenceRequest.FENCE;
  }

  /** A replica that is being copied stays as it is: only its receiver is stopped. */
  @Override
  public boolean releases() {
    return true;
  }

  @Override
  public Class<FenceRequest> request() {
    return FenceRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    FenceRequest request = goal.request(FenceRequest.class);
    TopologySnapshot snapshot = environment.world().get().topology();
    FencePlanner planner =
        new FencePlanner(
            goal,
            request,
            snapshot,
            GoalTarget.clusterOf(snapshot, request.instance()),
            environment.hook());
    Optional<Node> node = snapshot.find(request.instance());
    // One that was reached a moment ago, and breaks off, is asked once more.
    int asks = node.filter(Node::isReached).isPresent() ? 2 : 1;
    while (true) {
      try {
        return planned(planner, request, deadline);
      } catch (OrchestratorException e) {
        asks--;
        if (!RecordFenceStep.isAway(e)) {
          throw e;
        }
        if (asks == 0) {
          return ofAway(planner, node, e);
        }
      }
    }
  }

  private Plan planned(FencePlanner planner, FenceRequest request, Deadline deadline) {
    try (Session server = environment.servers().open(request.instance(), deadline)) {
      InstanceState state = server.read(deadline);
      FenceGuide guide = server.provider().fencing(state.version().version());
      server.fence().requirePrivileges(deadline);
      return planner.plan(guide, state, sessions(server, deadline));
    }
  }

  private Plan ofAway(FencePlanner planner, Optional<Node> node, OrchestratorException away) {
    InstanceState last = node.flatMap(Node::state).orElseThrow(() -> away);
    FenceGuide guide = guideOf(last).orElseThrow(() -> away);
    return planner.planOfAbsent(guide, last, away.observed());
  }

  /**
   * Of a server that was asked just now, and did not answer.
   *
   * @param why it did not
   */
  public Plan planOfAway(Goal goal, String why) {
    FenceRequest request = goal.request(FenceRequest.class);
    TopologySnapshot snapshot = environment.world().get().topology();
    InstanceState last =
        snapshot
            .find(request.instance())
            .flatMap(Node::state)
            .orElseThrow(() -> GoalTarget.unknown(request.instance().toString()));
    FenceGuide guide =
        guideOf(last).orElseThrow(() -> GoalTarget.unknown(request.instance().toString()));
    return new FencePlanner(
            goal,
            request,
            snapshot,
            GoalTarget.clusterOf(snapshot, request.instance()),
            environment.hook())
        .planOfAbsent(guide, last, why);
  }

  /** It is only shown: where it cannot be read, the server is fenced all the same. */
  private static Observed<Integer> sessions(Session server, Deadline deadline) {
    try {
      return server.fence().sessions(deadline);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private Optional<FenceGuide> guideOf(InstanceState last) {
    return flavors
        .find(last.version().flavor())
        .map((FlavorProvider provider) -> provider.fencing(last.version().version()));
  }
}

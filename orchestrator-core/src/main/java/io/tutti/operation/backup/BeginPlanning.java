package io.tutti.operation.backup;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.gaps.GapsPlanner;
import io.tutti.operation.gaps.GapsPlanning;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Takes a replica, or picks one, and has the planner say how its session begins. */
public record BeginPlanning(Servers servers, Supplier<WorldView> world) implements Planning {

  @Override
  public String goalKind() {
    return BeginRequest.BEGIN;
  }

  @Override
  public Class<BeginRequest> request() {
    return BeginRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    BeginRequest request = goal.request(BeginRequest.class);
    WorldView now = world.get();
    Cluster cluster =
        now.topology()
            .findCluster(request.target())
            .orElseThrow(() -> GoalTarget.unknown(request.target()));
    Optional<Candidates.Picked> picked =
        request.pick() ? Optional.of(new Candidates(now, cluster).pick()) : Optional.empty();
    InstanceAddress instance =
        picked
            .map(Candidates.Picked::instance)
            .orElseGet(() -> InstanceAddress.parse(request.target()));
    try (Session session = servers.open(instance, deadline)) {
      InstanceState state = session.read(deadline);
      requireWhole(state);
      BeginPlanner planner =
          new BeginPlanner(
              goal,
              request,
              cluster.name(),
              picked,
              session.provider().replicationStatements(state.version().version()));
      List<Channel> channels = GoalTarget.channels(state, request.channel());
      Plan plan =
          planner.plan(state, channels, closing(session, state, channels, request, deadline));
      session.control().requirePrivileges(new ControlNeeds(true, List.of(), List.of()), deadline);
      return plan;
    }
  }

  /** What is known now of how the gaps of stopped appliers will be closed, by channel. */
  private TreeMap<String, List<PlannedStep>> closing(
      Session session,
      InstanceState state,
      List<Channel> channels,
      BeginRequest request,
      Deadline deadline) {
    GapsPlanner planner = GapsPlanning.planner(session.provider(), state, request.deadline());
    TreeMap<String, List<PlannedStep>> closing = new TreeMap<>();
    for (Channel channel : channels) {
      if (HeldReplica.isStopped(channel)) {
        ChannelGaps gaps = new GapReader(servers).of(session, state, channel, deadline);
        closing.put(channel.name(), planner.steps(channel, gaps));
      }
    }
    return closing;
  }

  private static void requireWhole(InstanceState state) {
    GoalTarget.requireChannels(state);
    if (state.knownChannels().isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.NOTHING_TO_BACK_UP,
          state.address().toString(),
          "%s has no source, so there is no applier to stop. Nothing was changed."
              .formatted(state.address()),
          Remedies.of(Acts.beginBackupOfAny(state.address())));
    }
  }
}

package io.tutti.operation.skip;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.topology.Cluster;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.function.Supplier;

/** Finds the transaction and what it does, and has the planner choose how it is skipped. */
record SkipPlanning(Servers servers, Supplier<TopologySnapshot> topology) implements Planning {

  @Override
  public String goalKind() {
    return SkipRequest.SKIP;
  }

  @Override
  public Class<SkipRequest> request() {
    return SkipRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    SkipRequest request = goal.request(SkipRequest.class);
    Cluster cluster = GoalTarget.clusterOf(topology.get(), request.instance());
    try (Session session = servers.open(request.instance(), deadline)) {
      InstanceState state = session.read(deadline);
      Channel channel = channel(request, state);
      Subject subject =
          new SubjectReader(servers, session, state, channel).find(request.gtid(), deadline);
      SkipPlanner planner =
          new SkipPlanner(
              state,
              session.provider().replicationStatements(state.version().version()),
              session.provider().capabilities());
      SourceCheck source = new SourceCheck(servers, state);
      source.requireOwn(subject, deadline);
      if (planner.way(subject) == SkipPlanner.Way.DOMAIN_POSITION) {
        source.requireSendsAgain(subject, deadline);
      }
      List<PlannedStep> steps = planner.steps(subject);
      session.control().requirePrivileges(planner.needs(subject), deadline);
      return Plan.of(goal, Scope.of(cluster.name(), List.of(request.instance())), steps)
          .withNotes(
              planner.notes(
                  subject, new SourceRows(servers, session, state).lines(subject, deadline)));
    }
  }

  private static Channel channel(SkipRequest request, InstanceState state) {
    GoalTarget.requireChannels(state);
    List<Channel> channels = GoalTarget.channels(state, request.channel());
    if (channels.size() > 1) {
      throw Refusal.of(
          ErrorCode.CHANNEL_NOT_CHOSEN,
          state.address(),
          "%s replicates over %s, and none of them was chosen."
              .formatted(
                  state.address(), channels.stream().map(each -> "'" + each.name() + "'").toList()),
          new Remedies(
              channels.stream()
                  .map(each -> Remedy.of(Acts.skipOf(state.address(), each.name())))
                  .toList()));
    }
    return channels.getFirst();
  }
}

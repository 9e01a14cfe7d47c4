package io.tutti.operation.gaps;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
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
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.topology.Cluster;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a replica's gaps exactly, and has the planner choose how they are closed. */
public record GapsPlanning(Servers servers, Supplier<TopologySnapshot> topology)
    implements Planning {

  @Override
  public String goalKind() {
    return GapsRequest.CLOSE;
  }

  @Override
  public Class<GapsRequest> request() {
    return GapsRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    GapsRequest request = goal.request(GapsRequest.class);
    Cluster cluster = GoalTarget.clusterOf(topology.get(), request.instance());
    try (Session session = servers.open(request.instance(), deadline)) {
      InstanceState state = session.read(deadline);
      GoalTarget.requireChannels(state);
      List<PlannedStep> steps = new ArrayList<>();
      GapsPlanner planner = planner(session.provider(), state, request.word(), request.deadline());
      List<Channel> channels = GoalTarget.channels(state, request.channel());
      if (request.word() == GapsRequest.Word.ROW_REPAIRED) {
        GapsPlanner.requireOneRepaired(state.address(), channels);
      }
      for (Channel channel : channels) {
        ChannelGaps gaps = new GapReader(servers).of(session, state, channel, deadline);
        List<PlannedStep> closing = planner.steps(channel, gaps);
        if (channel.applier().state() == ThreadState.STOPPED) {
          Optional<String> doubt =
              new RepeatedRows(servers).doubt(session, channel, gaps, deadline);
          planner.requireNotRepeated(channel, gaps, doubt);
        }
        steps.addAll(closing);
        placing(session, planner, channel, closing, deadline).ifPresent(steps::add);
      }
      if (steps.stream().anyMatch(step -> !step.statements().isEmpty())) {
        List<ServerKnob> set =
            steps.stream().anyMatch(step -> step.kind().equals(SerialStep.KIND))
                ? planner.workers().stream().toList()
                : List.of();
        session.control().requirePrivileges(new ControlNeeds(true, set, List.of()), deadline);
      }
      return Plan.of(goal, Scope.of(cluster.name(), List.of(request.instance())), steps);
    }
  }

  /**
   * What is fetched again for an applier that refuses to start ends with the receiver at its place.
   */
  private Optional<PlannedStep> placing(
      Session session,
      GapsPlanner planner,
      Channel channel,
      List<PlannedStep> closing,
      Deadline deadline) {
    ReceiverPlanner receivers =
        new ReceiverPlanner(planner.state(), planner.statements(), planner.deadline());
    boolean isFetched =
        closing.stream().anyMatch(step -> step.kind().equals(ResetRelayLogInfoStep.KIND));
    if (isFetched || !receivers.asksRelayLogs(channel)) {
      return Optional.empty();
    }
    Observed<RelayedEnd> end = RelayedEnd.of(session, channel, deadline);
    if (!receivers.isWanted(channel, end, !closing.isEmpty())) {
      return Optional.empty();
    }
    // Now, as closing the gap may leave nothing of it in the relay logs.
    SameBinlog binlog =
        new SourceEvidenceReader(servers).read(session, planner.state(), channel, deadline).judge();
    return Optional.of(receivers.step(channel, end, binlog));
  }

  /** The planner for a replica that was just read, and of which nobody vouches for anything. */
  public static GapsPlanner planner(
      FlavorProvider provider, InstanceState state, Duration deadline) {
    return planner(provider, state, GapsRequest.Word.NONE, deadline);
  }

  /** The planner for a replica that was just read. */
  private static GapsPlanner planner(
      FlavorProvider provider, InstanceState state, GapsRequest.Word word, Duration deadline) {
    Optional<ServerKnob> workers = provider.knobs(state.version().version()).workers();
    return new GapsPlanner(
        state, provider.replicationStatements(state.version().version()), workers, word, deadline);
  }
}

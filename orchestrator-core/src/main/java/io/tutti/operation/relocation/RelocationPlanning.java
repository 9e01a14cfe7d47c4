package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Positioning;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.server.ReadAgain;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.operation.server.StoredAccount;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationStatements;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the replica and its new source, and has the planner say whether and how it moves. */
record RelocationPlanning(Servers servers, Supplier<WorldView> world, StoredAccount account)
    implements Planning {
  @Override
  public String goalKind() {
    return RelocateRequest.RELOCATE;
  }

  @Override
  public Class<RelocateRequest> request() {
    return RelocateRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    RelocateRequest request = goal.request(RelocateRequest.class);
    WorldView view = world.get();
    Cluster cluster = GoalTarget.clusterOf(view.topology(), request.instance());
    GoalTarget.clusterOf(view.topology(), request.below());
    try (Session session = servers.open(request.instance(), deadline);
        Session there = servers.open(request.below(), deadline)) {
      InstanceState replica = session.read(deadline);
      Channel channel = channel(request, replica);
      InstanceState source = there.read(deadline);
      GoalTarget.requireChannels(source);
      RelocationPlanner planner =
          new RelocationPlanner(
              withSource(view, channel, source, deadline),
              request,
              replica,
              channel,
              source,
              session.provider().replicationStatements(replica.version().version()));
      List<PlannedStep> steps = planner.steps();
      if (!channel.source().equals(source.address())) {
        requireStartsAgain(replica, channel, planner.meeting().isPresent());
      }
      List<InstanceAddress> touched = new ArrayList<>(List.of(request.instance(), request.below()));
      Optional<Meeting> meeting = planner.meeting();
      if (!steps.isEmpty() || meeting.isPresent()) {
        session.control().requirePrivileges(ControlNeeds.toPromote(), deadline);
        requireVouched(there, source);
        if (meeting.isPresent()) {
          touched.add(meeting.get().other());
          steps = byPosition(meeting.get(), planner.statements(), deadline);
        }
      }
      return Plan.of(goal, Scope.of(cluster.name(), touched), steps)
          .withNotes(notes(planner, replica, channel));
    }
  }

  private List<String> notes(RelocationPlanner planner, InstanceState replica, Channel channel) {
    List<String> notes = new ArrayList<>(planner.notes());
    account.note(replica.address(), channel).ifPresent(notes::add);
    return notes;
  }

  /** By position it is stopped and started more than once on the way. */
  private void requireStartsAgain(InstanceState replica, Channel channel, boolean isByPosition) {
    Optional<String> against =
        isByPosition
            ? StoredAccount.withoutOne(replica.address(), channel)
            : account.against(replica.address(), channel);
    against.ifPresent(why -> {
      throw new OrchestratorException(
          ErrorCode.RELOCATION_NOT_SAFE,
          replica.address().toString(),
          "%s cannot be moved: %s. Nothing was changed.".formatted(replica.address(), why),
          StoredAccount.remedies(replica.address()));
    });
  }

  /**
   * By position the source of the replica may be the one that proves its place, and what was read
   * of that at a poll may be over: it was stopped by another move a second ago, say.
   */
  private WorldView withSource(
      WorldView view, Channel channel, InstanceState wanted, Deadline deadline) {
    boolean isSibling =
        wanted.knownChannels().stream().anyMatch(each -> each.source().equals(channel.source()));
    return channel.positioning() != Positioning.LOG_POSITION || isSibling
        ? view
        : ReadAgain.of(view, List.of(channel.source()), servers, deadline);
  }

  private List<PlannedStep> byPosition(
      Meeting meeting, ReplicationStatements statements, Deadline deadline) {
    try (Session other = servers.open(meeting.other(), deadline)) {
      other.control().requirePrivileges(ControlNeeds.toPromote(), deadline);
      InstanceState state = other.read(deadline);
      return new PositionPlanner(
              meeting,
              statements,
              other.provider().replicationStatements(state.version().version()))
          .steps();
    }
  }

  private static Channel channel(RelocateRequest request, InstanceState state) {
    GoalTarget.requireChannels(state);
    List<Channel> channels = GoalTarget.channels(state, request.channel());
    if (channels.size() > 1) {
      throw new OrchestratorException(
          ErrorCode.CHANNEL_NOT_CHOSEN,
          state.address().toString(),
          "%s replicates over %s, and none of them was chosen. Nothing was changed."
              .formatted(
                  state.address(), channels.stream().map(each -> "'" + each.name() + "'").toList()),
          new Remedies(
              channels.stream()
                  .map(each ->
                      Remedy.of(Acts.relocate(state.address(), request.below(), each.name())))
                  .toList()));
    }
    return channels.getFirst();
  }

  /** It is given the password with which the replica logs in at its source. */
  private static void requireVouched(Session there, InstanceState source) {
    if (!there.isVouched()) {
      throw new OrchestratorException(
          ErrorCode.SERVER_UNTRUSTED,
          source.address().toString(),
          "%s would be given the password of the replica, and is known only from what other servers report. Nothing was changed."
              .formatted(source.address()),
          Remedies.of(Acts.trust(source.address())));
    }
  }
}

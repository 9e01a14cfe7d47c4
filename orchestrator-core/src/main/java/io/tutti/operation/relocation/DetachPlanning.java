package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.operation.server.StoredAccount;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Stops the replication of a channel, or lets it go on. Its source, its place and its relay logs
 * stay on the server, so that it goes on exactly there.
 */
record DetachPlanning(Servers servers, Supplier<WorldView> world, boolean isAttach)
    implements Planning {

  @Override
  public String goalKind() {
    return isAttach ? ChannelRequest.ATTACH : ChannelRequest.DETACH;
  }

  @Override
  public Class<ChannelRequest> request() {
    return ChannelRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    ChannelRequest request = goal.request(ChannelRequest.class);
    WorldView view = world.get();
    InstanceAddress instance = request.instance();
    Scope scope =
        Scope.of(GoalTarget.clusterOf(view.topology(), instance).name(), List.of(instance));
    try (Session session = servers.open(instance, deadline)) {
      InstanceState state = session.read(deadline);
      Channel channel = channel(request, state);
      if (isAttach ? channel.isReplicating() : isStopped(channel)) {
        return Plan.of(goal, scope, List.of());
      }
      if (isAttach) {
        requireGoesOn(view, state, channel, deadline);
      }
      StoredAccount.withoutOne(instance, channel)
          .ifPresent(why -> {
            throw new OrchestratorException(
                ErrorCode.RELOCATION_NOT_SAFE,
                instance.toString(),
                "The replication of %s is not %s: %s. Nothing was changed."
                    .formatted(instance, isAttach ? "started" : "stopped", why),
                StoredAccount.remedies(instance));
          });
      session.control().requirePrivileges(ControlNeeds.toPromote(), deadline);
      ReplicationStatements statements =
          session.provider().replicationStatements(state.version().version());
      return isAttach
          ? Plan.of(goal, scope, List.of(attach(instance, channel, statements)))
          : Plan.of(goal, scope, List.of(detach(instance, channel, statements)))
              .withNotes(notes(instance, channel));
    }
  }

  private static boolean isStopped(Channel channel) {
    return channel.receiver().state() == ThreadState.STOPPED
        && channel.applier().state() == ThreadState.STOPPED;
  }

  private static Channel channel(ChannelRequest request, InstanceState state) {
    GoalTarget.requireChannels(state);
    List<Channel> channels = GoalTarget.channels(state, request.channel());
    if (channels.size() > 1) {
      throw new OrchestratorException(
          ErrorCode.CHANNEL_NOT_CHOSEN,
          state.address().toString(),
          "%s replicates over %s, and none of them was chosen. Nothing was changed."
              .formatted(
                  state.address(), channels.stream().map(each -> "'" + each.name() + "'").toList()),
          List.of("name one: --channel NAME"));
    }
    return channels.getFirst();
  }

  private static List<String> notes(InstanceAddress instance, Channel channel) {
    return List.of(
        "It keeps its source %s and its place, up to which it has applied: %s."
            .formatted(channel.source(), channel.applier().executed()),
        "It is shown as stopped; attach lets %s continue from there.".formatted(instance),
        "A restart of the server starts it, unless its option file says skip_replica_start"
            + " (skip_slave_start).");
  }

  private static PlannedStep detach(
      InstanceAddress instance, Channel channel, ReplicationStatements statements) {
    return PlannedStep.of(
            GapsSteps.STOP,
            instance,
            FenceSteps.receiverAspect(channel.name()),
            new ChannelFrom(channel.name(), channel.source()),
            "stop the replication of %s%s from %s, and keep its place"
                .formatted(instance, Channel.ofChannel(channel.name()), channel.source()))
        .withStatements(statements.stop(ReplicationThread.BOTH, channel.name()))
        .affecting(Effect.stopping(channel, instance, Effect.Lasts.FOR_GOOD));
  }

  private static PlannedStep attach(
      InstanceAddress instance, Channel channel, ReplicationStatements statements) {
    return PlannedStep.of(
            GoOnStep.KIND,
            instance,
            FenceSteps.receiverAspect(channel.name()),
            new ChannelFrom(channel.name(), channel.source()),
            "let %s%s replicate from %s again, from where it was stopped"
                .formatted(instance, Channel.ofChannel(channel.name()), channel.source()))
        .withStatements(statements.start(ReplicationThread.BOTH, channel.name()))
        .withBounds(
            new PlannedStep.Bounds(
                PositionPlanner.BESIDE_WAITING, PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting();
  }

  private void requireGoesOn(
      WorldView view, InstanceState state, Channel channel, Deadline deadline) {
    InstanceAddress instance = state.address();
    if (view.fenceOf(channel.source()).isPresent()) {
      throw unsafe(
          instance,
          "its source %s is fenced".formatted(channel.source()),
          Remedies.of(Acts.unfence(channel.source())));
    }
    if (view.rebuildOf(instance).isPresent()) {
      throw unsafe(instance, "it is marked to be rebuilt", Remedies.of(Acts.rebuild(instance)));
    }
    Optional<LastError> error = GapAnalysis.firstError(channel.applier());
    if (error.isPresent()) {
      throw unsafe(
          instance,
          "its applier has failed: %s".formatted(error.get()),
          Remedies.of(Acts.showInstance(instance)));
    }
    if (channel.positioning() == Positioning.AUTO_POSITION) {
      requireNotPurged(state, channel, deadline);
    }
  }

  private void requireNotPurged(InstanceState state, Channel channel, Deadline deadline) {
    try (Session session = servers.open(channel.source(), deadline)) {
      Observed<GtidSet> lacking =
          session
              .read(deadline)
              .gtid()
              .purged()
              .flatMap(purged -> state.gtid().executed().map(purged::minus));
      if (lacking.asOptional().filter(GtidSet::isEmpty).isEmpty()) {
        throw unsafe(
            state.address(),
            "what its source %s has purged from its binlogs and it lacks is %s"
                .formatted(channel.source(), lacking),
            Remedies.of(Acts.rebuild(state.address())));
      }
    }
  }

  private static OrchestratorException unsafe(
      InstanceAddress instance, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.RELOCATION_NOT_SAFE,
        instance.toString(),
        "%s is not attached: %s. Nothing was changed.".formatted(instance, why),
        remedies);
  }
}

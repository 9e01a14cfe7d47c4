package io.tutti.operation.relocation;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Says how a replica that finds its place by log position moves: for a moment it and another server
 * are stopped with the same rows, so that its place in the new binlog is known. Pure.
 *
 * <ol>
 *   <li>The other one is stopped, and the replica applies all that it has.
 *   <li>The replica is stopped; below a sibling that one applies as much, exactly.
 *   <li>The replica gets its new source, the other one continues, and then the replica.
 * </ol>
 */
record PositionPlanner(Meeting meeting, ReplicationStatements mine, ReplicationStatements theirs) {
  static final Duration BESIDE_WAITING = Duration.ofSeconds(90);

  List<PlannedStep> steps() {
    InstanceAddress replica = meeting.replica();
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(stop(meeting.other(), meeting.otherChannel(), theirs));
    steps.add(
        waiting(
            MeetStep.KIND,
            replica,
            "let %s apply all that %s has".formatted(replica, meeting.other())));
    steps.add(stop(replica, meeting.channel(), mine));
    if (meeting.isBelow()) {
      steps.add(
          waiting(
              UntilPlaceStep.KIND,
              meeting.other(),
              "let %s apply up to where %s was stopped, and no more"
                  .formatted(meeting.other(), replica)));
    }
    steps.add(
        PlannedStep.of(
                PlaceStep.KIND,
                replica,
                FenceSteps.receiverAspect(meeting.channel().channel()),
                meeting,
                "let %s replicate from %s, from the position at which both have the same"
                    .formatted(replica, meeting.newSource()))
            .affecting(
                Effect.dropping(replica, meeting.channel().channel()),
                Effect.of(
                    Effect.Kind.SOURCE_CHANGED,
                    replica,
                    meeting.newSource().toString(),
                    Effect.Lasts.ONCE)));
    steps.add(goOn(meeting.other(), meeting.otherChannel(), theirs));
    // Last: once it has applied what comes from there, it has no place at its old source.
    steps.add(
        goOn(replica, new ChannelFrom(meeting.channel().channel(), meeting.newSource()), mine));
    return steps;
  }

  private static PlannedStep stop(
      InstanceAddress server, ChannelFrom channel, ReplicationStatements statements) {
    return PlannedStep.of(
            GapsSteps.STOP,
            server,
            FenceSteps.receiverAspect(channel.channel()),
            channel,
            "stop the replication of %s from %s, for a moment".formatted(server, channel.source()))
        .withStatements(statements.stop(ReplicationThread.BOTH, channel.channel()))
        .affecting(
            Effect.stopping(
                ReplicationThread.EACH, server, channel.channel(), Effect.Lasts.OPERATION));
  }

  private PlannedStep waiting(String kind, InstanceAddress target, String words) {
    return PlannedStep.of(
            kind,
            target,
            kind.equals(MeetStep.KIND)
                ? "level"
                : FenceSteps.receiverAspect(meeting.otherChannel().channel()),
            meeting,
            words)
        .withBounds(
            new PlannedStep.Bounds(
                RelocationPlanner.LEVEL_MAX.plus(BESIDE_WAITING),
                PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting();
  }

  private static PlannedStep goOn(
      InstanceAddress server, ChannelFrom channel, ReplicationStatements statements) {
    return PlannedStep.of(
            GoOnStep.KIND,
            server,
            FenceSteps.receiverAspect(channel.channel()),
            channel,
            "start the replication of %s from %s".formatted(server, channel.source()))
        .withStatements(statements.start(ReplicationThread.BOTH, channel.channel()))
        .withBounds(
            new PlannedStep.Bounds(BESIDE_WAITING, PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting();
  }
}

package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.spi.NewSource;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;

/**
 * A replica that finds its place by log position, and the server with which it has to have the same
 * rows for a moment, so that its place in the binlog of its new source is known.
 *
 * @param channel of the replica
 * @param other below a sibling that one, which is its new source; up to the source of its source
 *     its source of now
 * @param otherChannel of that, from the source of both, or from the new source
 * @param isBelow whether it goes below a sibling
 */
record Meeting(
    InstanceAddress replica,
    ChannelFrom channel,
    InstanceAddress other,
    ChannelFrom otherChannel,
    boolean isBelow) {

  /**
   * Empty where the replica finds its place by GTID, or nothing proves its place there: both must
   * replicate over one channel by position, and apply without a delay.
   *
   * @param source the wanted one
   */
  static Optional<Meeting> of(
      WorldView world, InstanceState replica, Channel channel, InstanceState source) {
    if (channel.positioning() != Positioning.LOG_POSITION || single(replica).isEmpty()) {
      return Optional.empty();
    }
    InstanceAddress old = channel.source();
    ChannelFrom own = new ChannelFrom(channel.name(), old);
    Optional<Channel> beside = single(source).filter(each -> each.source().equals(old));
    if (beside.isPresent()) {
      return Optional.of(
          new Meeting(
              replica.address(),
              own,
              source.address(),
              new ChannelFrom(beside.get().name(), old),
              true));
    }
    return world
        .topology()
        .find(old)
        .flatMap(Node::currentState)
        .filter(state -> world.fenceOf(old).isEmpty())
        .flatMap(Meeting::single)
        .filter(each -> each.source().equals(source.address()))
        .map(each ->
            new Meeting(
                replica.address(),
                own,
                old,
                new ChannelFrom(each.name(), source.address()),
                false));
  }

  private static Optional<Channel> single(InstanceState state) {
    return Optional.of(state.knownChannels())
        .filter(channels -> channels.size() == 1)
        .map(List::getFirst)
        .filter(each -> each.positioning() == Positioning.LOG_POSITION)
        .filter(Channel::isReplicating)
        .filter(each -> !each.applier().delay().isUnknown())
        .filter(each -> each.applier().delay().asOptional().filter(by -> !by.isZero()).isEmpty());
  }

  InstanceAddress newSource() {
    return isBelow ? other : otherChannel.source();
  }

  ChannelSession open(GapsEnvironment environment, StepContext context) {
    return ChannelSession.open(environment, replica, channel.channel(), context);
  }

  ChannelSession openOther(GapsEnvironment environment, StepContext context) {
    return ChannelSession.open(environment, other, otherChannel.channel(), context);
  }

  /** Up to where the replica has applied, in the binlog of its source of now. */
  BinlogPosition applied(Observation observation) {
    return known(
        "how far %s has applied".formatted(replica), observation.channel().applier().executed());
  }

  /** Where the replica has to be, in the same binlog, to have what the other one has. */
  BinlogPosition wanted(Observation there) {
    return isBelow
        ? known("how far %s has applied".formatted(other), there.channel().applier().executed())
        : known("the end of the binlog of " + other, there.state().binlog().position());
  }

  /**
   * The place of the replica at its new source, proved: both are stopped, without gaps, and have
   * the same.
   */
  NewSource proved(ChannelSession mine, ChannelSession theirs) {
    Observation here = mine.read();
    Observation there = theirs.read();
    requireStopped(replica, here);
    requireStopped(other, there);
    requireFree(replica, mine.gaps(here));
    requireFree(other, theirs.gaps(there));
    if (!applied(here).equals(wanted(there))) {
      throw StepFailure.fatal(
          "%s has applied up to %s, and has to be at %s: its position at %s is not known."
              .formatted(replica, applied(here), wanted(there), newSource()),
          Remedies.of("try again").or(Acts.showInstance(replica)));
    }
    return NewSource.at(
        newSource(),
        isBelow
            ? known("the end of the binlog of " + other, there.state().binlog().position())
            : known(
                "how far %s has applied".formatted(other), there.channel().applier().executed()));
  }

  private static void requireStopped(InstanceAddress server, Observation observation) {
    if (observation.applies()) {
      throw StepFailure.fatal(
          "The applier of %s runs.".formatted(server), Remedies.of(Acts.showInstance(server)));
    }
  }

  private static void requireFree(InstanceAddress server, ChannelGaps gaps) {
    if (!gaps.isFree()) {
      throw StepFailure.fatal(
          "%s has gaps, or this is not known: %s.".formatted(server, gaps),
          Remedies.of(Acts.showGaps(server)));
    }
  }

  private static BinlogPosition known(String what, Observed<BinlogPosition> place) {
    return place
        .asOptional()
        .orElseThrow(() -> StepFailure.passing("%s is %s.".formatted(what, place)));
  }
}

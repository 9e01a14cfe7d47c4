package io.tutti.promotion;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Receiver;
import io.tutti.promotion.BestReplica.Has;
import java.util.List;

/**
 * What a replica by position received of a transaction that its source did not send to its end:
 * nobody can apply it, so what it has of the source ends before it. Pure.
 *
 * @param whole the end of the last whole transaction that it received
 * @param received up to where it received, within the next one
 */
public record HalfTransaction(
    InstanceAddress replica, String channel, BinlogPosition whole, BinlogPosition received) {

  /** For people. */
  public String sentence() {
    return "%s received up to %s, within a transaction of which it did not receive the end, so it counts up to %s."
        .formatted(replica, received, whole);
  }

  /** A channel of which only whole transactions count as received. */
  public static Channel counted(Channel channel, BinlogPosition whole) {
    Receiver receiver = channel.receiver();
    return new Channel(
        channel.name(),
        channel.source(),
        channel.sourceUuid(),
        channel.sourceServerId(),
        channel.positioning(),
        new Receiver(
            receiver.state(),
            receiver.stateText(),
            Observed.known(whole),
            receiver.retrieved(),
            receiver.lastError(),
            receiver.heartbeatPeriod(),
            receiver.connectRetry(),
            receiver.tls(),
            receiver.heartbeats(),
            receiver.account()),
        channel.applier(),
        channel.lag());
  }

  /** A replica without these. */
  public static InstanceState without(List<HalfTransaction> halves, InstanceState state) {
    return halves.isEmpty()
        ? state
        : state.withChannels(
            state.knownChannels().stream().map(each -> without(halves, each)).toList());
  }

  private static Channel without(List<HalfTransaction> halves, Channel channel) {
    return halves.stream()
        .filter(half -> half.channel().equals(channel.name()))
        .findFirst()
        .map(half -> counted(channel, half.whole()))
        .orElse(channel);
  }

  /**
   * What it had when it was read before: as far as that was within the same transaction, it had no
   * more than it has.
   */
  private boolean isOf(Floor.Mark mark) {
    return mark.replica().filter(replica::equals).isPresent()
        && mark.has() instanceof Has.UpTo(BinlogPosition had)
        && whole.relationTo(had) == BinlogPosition.Relation.BEFORE
        && received.relationTo(had).isAtOrAfter();
  }

  /** The same of what was seen before, of each of these. */
  public static Floor without(List<HalfTransaction> halves, Floor floor) {
    return new Floor(
        floor.marks().stream()
            .map(mark ->
                halves.stream()
                    .filter(half -> half.isOf(mark))
                    .findFirst()
                    .map(half ->
                        new Floor.Mark(mark.who(), new Has.UpTo(half.whole()), mark.replica()))
                    .orElse(mark))
            .toList());
  }
}

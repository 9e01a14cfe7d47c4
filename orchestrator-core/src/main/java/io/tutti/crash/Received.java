package io.tutti.crash;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import java.time.Instant;

/**
 * What a replica had received of its source when only a process that has ended can have sent it:
 * whatever that source writes afterwards, and under whatever names, this stays known.
 *
 * @param readAt when it was read
 * @param gtids by name: what came over the channel, and what of the source's own it had executed
 * @param place by position: up to where
 * @param isAll whether that process was gone by then, and all that it had sent had arrived
 */
public record Received(
    InstanceAddress replica,
    String channel,
    Instant readAt,
    Observed<GtidSet> gtids,
    Observed<BinlogPosition> place,
    boolean isAll) {

  public static Received of(InstanceState replica, Channel channel, boolean isAll) {
    return new Received(
        replica.address(),
        channel.name(),
        replica.observedAt(),
        names(replica, channel, channel.sourceUuid()),
        channel.receiver().read(),
        isAll);
  }

  /**
   * By name. What it received before its relay logs were reset is in what it executed, by name of
   * origin.
   *
   * @param source the source's UUID; absent where it has none
   */
  public static Observed<GtidSet> names(
      InstanceState replica, Channel channel, Observed<String> source) {
    return channel
        .receiver()
        .retrieved()
        .map(retrieved ->
            replica
                .gtid()
                .executed()
                .asOptional()
                .flatMap(all -> source.asOptional().map(all::from))
                .map(retrieved::union)
                .orElse(retrieved));
  }

  /** Whether the receiver has nothing left that its source has sent. */
  public static boolean hasEnded(Channel channel) {
    return channel.receiver().state() != ThreadState.RUNNING;
  }

  public boolean isOf(InstanceAddress other, String name) {
    return replica.equals(other) && channel.equals(name);
  }
}

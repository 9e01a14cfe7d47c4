package io.tutti.topology;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Receiver;
import io.tutti.model.ThreadState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What several readings in a row report of the receiver of one channel, and one alone does not.
 *
 * @param channel its name
 * @param source where it connects to
 * @param stateSince when it was first read in the state that it is in
 * @param unchangedSince when it was first read that all had come that has come by now
 * @param arrivedAfter something came after that moment, while it was connected; empty where nothing
 *     was seen to come
 */
public record ReceiverHistory(
    String channel,
    InstanceAddress source,
    ThreadState state,
    Instant stateSince,
    Instant unchangedSince,
    Optional<Instant> arrivedAfter) {

  /**
   * What is known after one more reading.
   *
   * @param earlier what was known before it
   * @param before the channels as they were read before
   * @param beforeAt when
   */
  static List<ReceiverHistory> after(
      List<ReceiverHistory> earlier,
      List<Channel> before,
      Instant beforeAt,
      List<Channel> now,
      Instant at) {
    return now.stream()
        .map(channel ->
            earlier.stream()
                .filter(observation -> observation.isOf(channel))
                .findFirst()
                .flatMap(observation ->
                    before.stream()
                        .filter(observation::isOf)
                        .findFirst()
                        .map(was -> observation.then(was, beforeAt, channel, at)))
                .orElseGet(() -> first(channel, at)))
        .toList();
  }

  private static ReceiverHistory first(Channel channel, Instant at) {
    return new ReceiverHistory(
        channel.name(), channel.source(), channel.receiver().state(), at, at, Optional.empty());
  }

  /** Whether it is of that channel, and of the same source. */
  public boolean isOf(Channel other) {
    return channel.equals(other.name()) && source.equals(other.source());
  }

  /** The same, once it was seen to connect anew: its source has answered it. */
  ReceiverHistory reconnected(Instant at) {
    return new ReceiverHistory(
        channel, source, ThreadState.RUNNING, stateSince, at, Optional.of(at));
  }

  private ReceiverHistory then(Channel was, Instant wasAt, Channel now, Instant at) {
    boolean isSameState = state == now.receiver().state();
    boolean isUnchanged = isSame(was.receiver(), now.receiver());
    boolean hasArrived =
        hasMore(was.receiver(), now.receiver()) && isSameState && state == ThreadState.RUNNING;
    return new ReceiverHistory(
        channel,
        source,
        now.receiver().state(),
        isSameState ? stateSince : at,
        isUnchanged ? unchangedSince : at,
        hasArrived ? Optional.of(wasAt) : arrivedAfter);
  }

  private static boolean isSame(Receiver one, Receiver other) {
    return one.read().equals(other.read())
        && one.retrieved().equals(other.retrieved())
        && one.heartbeats().equals(other.heartbeats());
  }

  /** What could not be read this time, or the last one, shows nothing that has come. */
  private static boolean hasMore(Receiver was, Receiver now) {
    return isOther(was.read(), now.read())
        || isOther(was.retrieved(), now.retrieved())
        || isOther(was.heartbeats(), now.heartbeats());
  }

  private static boolean isOther(Observed<?> was, Observed<?> now) {
    return now.isKnown() && !was.isUnknown() && !was.equals(now);
  }
}

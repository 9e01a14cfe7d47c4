package io.tutti.model;

/**
 * One stream from one source.
 *
 * @param name the channel's or connection's name; empty for the default one
 * @param source where the receiver connects to, as configured
 * @param sourceUuid as reported by the source; absent where its flavor has none or none was
 *     received yet
 * @param sourceServerId as reported by the source; absent until the first contact
 * @param positioning how it finds its place
 * @param lag how far the applier is behind, and how that is known
 */
public record Channel(
    String name,
    InstanceAddress source,
    Observed<String> sourceUuid,
    Observed<Long> sourceServerId,
    Positioning positioning,
    Receiver receiver,
    Applier applier,
    Observed<Lag> lag) {

  /** How a sentence continues that is about that channel: nothing for the default one. */
  public static String ofChannel(String name) {
    return name.isEmpty() ? "" : " of channel '" + name + "'";
  }

  /** Whether both threads run (a receiver that is still connecting does not count). */
  public boolean isReplicating() {
    return receiver.state() == ThreadState.RUNNING && applier.state() == ThreadState.RUNNING;
  }

  /** The same under another name. */
  public Channel withName(String other) {
    return new Channel(
        other, source, sourceUuid, sourceServerId, positioning, receiver, applier, lag);
  }

  public Channel withLag(Observed<Lag> newLag) {
    return new Channel(
        name, source, sourceUuid, sourceServerId, positioning, receiver, applier, newLag);
  }
}

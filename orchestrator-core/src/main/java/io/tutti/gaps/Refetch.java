package io.tutti.gaps;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import java.util.Optional;

/**
 * A receiver that is behind the applier of its channel: when it is started it fetches again what
 * was applied, and the applier applies it twice. A server that is killed comes up so, where it
 * notes the receiver's place only now and then and does not recover its relay log. Pure.
 *
 * @param from where the receiver would continue
 * @param applied up to where all, or by its workers some, was applied
 */
public record Refetch(BinlogPosition from, BinlogPosition applied) {

  /** Empty where it is not so, and where the server knows transactions again by their names. */
  public static Optional<Refetch> of(InstanceState state, Channel channel) {
    if (!isByPlace(state.gtid(), channel)
        || !(channel.receiver().read() instanceof Observed.Known<BinlogPosition>(var read))) {
      return Optional.empty();
    }
    return newest(channel)
        .filter(applied -> read.relationTo(applied) == BinlogPosition.Relation.BEFORE)
        .map(applied -> new Refetch(read, applied));
  }

  /** Whether nothing but the receiver's place keeps transactions from being applied twice. */
  public static boolean isByPlace(GtidState gtid, Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION && !gtid.mode().is("ON");
  }

  /**
   * What workers show is read a little later than the receiver's place, so of a channel that runs
   * only the mark counts, which is read with it.
   */
  private static Optional<BinlogPosition> newest(Channel channel) {
    Optional<BinlogPosition> mark = channel.applier().executed().asOptional();
    boolean isStopped =
        channel.receiver().state() == ThreadState.STOPPED
            && channel.applier().state() == ThreadState.STOPPED;
    return isStopped
        ? WorkerProgress.of(channel).map(WorkerProgress::highWater).asOptional().or(() -> mark)
        : mark;
  }

  /** Whether the receiver has begun to do so. */
  public static boolean isUnderWay(Channel channel) {
    return channel.receiver().state() != ThreadState.STOPPED;
  }

  @Override
  public String toString() {
    return "from %s on, and what comes before %s was applied".formatted(from, applied);
  }
}

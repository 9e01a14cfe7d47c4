package io.tutti.operation.gaps;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.server.Servers.Session;
import io.tutti.promotion.HalfTransaction;
import io.tutti.spi.Deadline;
import java.util.Optional;

/**
 * How far a channel by position received whole transactions. Its receiver says how far it came,
 * which may be a place within one that its source never sent to its end, and that nobody can apply.
 */
public final class WholeReceived {
  private WholeReceived() {}

  /**
   * The same channel, of which only whole transactions count; as it is where its receiver runs, or
   * its relay logs cannot be read.
   */
  public static Channel of(Session session, Channel channel, Deadline deadline) {
    return endOf(session, channel, deadline)
        .map(whole -> HalfTransaction.counted(channel, whole))
        .orElse(channel);
  }

  /** The end of the last one; empty where nothing is known to come after it. */
  public static Optional<BinlogPosition> endOf(
      Session session, Channel channel, Deadline deadline) {
    if (channel.positioning() != Positioning.LOG_POSITION
        || channel.receiver().state() == ThreadState.RUNNING
        || !(channel.receiver().read() instanceof Observed.Known<BinlogPosition>(var received))
        || !(channel.applier().executed() instanceof Observed.Known<BinlogPosition>(var executed))
        || received.equals(executed)) {
      return Optional.empty();
    }
    return RelayedEnd.of(session, channel, deadline)
        .asOptional()
        .filter(relayed -> !relayed.whole().equals(relayed.end()))
        .map(RelayedEnd::whole)
        .map(whole -> whole.relationTo(executed).isAtOrAfter() ? whole : executed)
        .filter(whole -> whole.relationTo(received) == BinlogPosition.Relation.BEFORE);
  }
}

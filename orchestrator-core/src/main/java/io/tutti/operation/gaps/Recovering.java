package io.tutti.operation.gaps;

import io.tutti.gaps.WorkerProgress;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import java.util.Optional;

/**
 * A running applier that may still be closing the gaps of a crash, or passing over what its workers
 * had applied before it. Stopped meanwhile the server loses count by log position ({@link
 * PositionLost}), and by GTID it keeps a place within a transaction ({@link StartPlace}). Nothing
 * shows it outright; it is over when the applier has read all it has received, or its low-water
 * mark has come to where its fastest worker was before. Pure.
 *
 * @param until where its fastest worker was, if that is known
 */
public record Recovering(String channel, Optional<BinlogPosition> until) {
  /** The word of every release for an applier that waits for the receiver. */
  private static final String IDLE = "has read all relay log";

  /** Whether that may be so of a channel as it was seen; empty when it is not. */
  public static Optional<Recovering> of(Channel channel) {
    Recovering recovering = asNoted(channel);
    return recovering.isOver(channel) ? Optional.empty() : Optional.of(recovering);
  }

  /** By what its workers have noted, also of one that is still to be started. */
  static Recovering asNoted(Channel channel) {
    return new Recovering(
        channel.name(), WorkerProgress.of(channel).map(WorkerProgress::highWater).asOptional());
  }

  /** Whether it is over, by a later sight of that channel. */
  public boolean isOver(Channel channel) {
    return channel.applier().state() == ThreadState.STOPPED
        || isByDomains(channel.positioning())
        || isIdle(channel)
        || until.filter(channel.applier()::hasExecuted).isPresent();
  }

  /** Those start from a place in each domain, and count nothing. */
  private static boolean isByDomains(Positioning positioning) {
    return positioning == Positioning.REPLICA_POS || positioning == Positioning.CURRENT_POS;
  }

  static boolean isIdle(Channel channel) {
    return channel.applier().stateText().asOptional().orElse("").contains(IDLE);
  }
}

package io.tutti.operation.gaps;

import io.tutti.gaps.WorkerProgress;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import java.util.Optional;

/**
 * A running applier that finds its place by log position and may still be closing the gaps of a
 * crash. Stopped meanwhile the server loses count ({@link PositionLost}). Nothing shows it
 * outright; it is over when the applier has read all it has received, or its low-water mark has
 * come to where its fastest worker was before. Pure.
 *
 * @param until where its fastest worker was, if that is known
 */
public record Recovering(String channel, Optional<BinlogPosition> until) {
  /** The word of every release for an applier that waits for the receiver. */
  private static final String IDLE = "has read all relay log";

  /** Whether that may be so of a channel as it was seen; empty when it is not. */
  public static Optional<Recovering> of(Channel channel) {
    Recovering recovering =
        new Recovering(
            channel.name(), WorkerProgress.of(channel).map(WorkerProgress::highWater).asOptional());
    return recovering.isOver(channel) ? Optional.empty() : Optional.of(recovering);
  }

  /** Whether it is over, by a later sight of that channel. */
  public boolean isOver(Channel channel) {
    return channel.applier().state() == ThreadState.STOPPED
        || channel.positioning() != Positioning.LOG_POSITION
        || isIdle(channel)
        || until.filter(channel.applier()::hasExecuted).isPresent();
  }

  static boolean isIdle(Channel channel) {
    return channel.applier().stateText().asOptional().orElse("").contains(IDLE);
  }
}

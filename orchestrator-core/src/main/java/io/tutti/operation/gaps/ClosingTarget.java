package io.tutti.operation.gaps;

import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.ThreadState;

/** What a channel must have applied so that its gaps are closed. Once reached it stays so. */
sealed interface ClosingTarget {

  /** These transactions. */
  record Transactions(GtidSet gtids) implements ClosingTarget {
    @Override
    public boolean isReached(InstanceState state, Channel channel) {
      return state.gtid().hasExecuted(gtids);
    }

    @Override
    public String toString() {
      return gtids.toString();
    }
  }

  /** All before this place in the source's binlog. */
  record UpTo(BinlogPosition position) implements ClosingTarget {
    @Override
    public boolean isReached(InstanceState state, Channel channel) {
      return channel.applier().hasExecuted(position);
    }

    @Override
    public String toString() {
      return position.toString();
    }
  }

  /** Whatever the server itself finds missing, where it lets nobody else see that. */
  record OwnEnd() implements ClosingTarget {
    @Override
    public boolean isReached(InstanceState state, Channel channel) {
      return channel.applier().state() == ThreadState.STOPPED
          && GapAnalysis.firstError(channel.applier()).isEmpty();
    }

    @Override
    public String toString() {
      return "what the server itself finds missing";
    }
  }

  boolean isReached(InstanceState state, Channel channel);
}

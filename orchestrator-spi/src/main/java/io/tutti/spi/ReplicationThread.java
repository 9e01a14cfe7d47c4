package io.tutti.spi;

import io.tutti.model.Channel;
import io.tutti.model.ThreadState;
import java.util.List;

/** The two threads of a channel that can be started and stopped by themselves, or at once. */
public enum ReplicationThread {
  /** Fetches the source's binlog into the relay log. */
  RECEIVER,
  /** Applies the relay log, with its workers. */
  APPLIER,
  /**
   * Both at once. To a MariaDB that finds its place by GTIDs this is more than one after the other:
   * it drops what it had received, and fetches all that it has not applied.
   */
  BOTH;

  /** The two of them one by one, in the order in which they are started. */
  public static final List<ReplicationThread> EACH = List.of(RECEIVER, APPLIER);

  /** Whether it runs, or is about to; of both, whether each does. */
  public boolean runsIn(Channel channel) {
    boolean receives = channel.receiver().state() != ThreadState.STOPPED;
    boolean applies = channel.applier().state() != ThreadState.STOPPED;
    return switch (this) {
      case RECEIVER -> receives;
      case APPLIER -> applies;
      case BOTH -> receives && applies;
    };
  }
}

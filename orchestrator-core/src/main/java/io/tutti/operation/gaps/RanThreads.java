package io.tutti.operation.gaps;

import io.tutti.model.InstanceState;
import io.tutti.operation.gaps.ChannelSession.Progress;
import io.tutti.spi.ReplicationThread;

/** Which threads of a channel ran, as a step keeps it to put them back. */
public record RanThreads(boolean applied, boolean received) {
  public static RanThreads of(Progress observation) {
    return new RanThreads(observation.applies(), observation.receives());
  }

  /** The same, with an applier that is to be stopped. */
  RanThreads withoutApplier() {
    return new RanThreads(false, received);
  }

  /** Whether nothing shows that a thread was asked to start since the server began. */
  static boolean noneStarted(InstanceState state) {
    return state.startsAsked().asOptional().filter(count -> count > 0).isEmpty();
  }

  /** Starts and stops what runs otherwise. */
  public void putBack(ChannelSession session) {
    RanThreads now = of(session.progress());
    put(session, ReplicationThread.APPLIER, now.applied, applied);
    put(session, ReplicationThread.RECEIVER, now.received, received);
  }

  private static void put(
      ChannelSession session, ReplicationThread thread, boolean runs, boolean ran) {
    if (runs && !ran) {
      session.stop(thread);
    } else if (!runs && ran) {
      session.start(thread);
    }
  }
}

package io.tutti.operation.gaps;

import io.tutti.operation.gaps.ChannelSession.Progress;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.spi.ReplicationThread;
import java.util.UUID;

/**
 * What a step stops of a channel, and starts again when it is undone. A server that did not answer
 * a stop still carries it out, when the lock is gone that its worker waits for: so before the
 * applier counts as restored, it is stopped once more, until that is answered, and started.
 */
public record Stoppage(AnsweredStops stops, String mark, RanThreads ran) {
  /** What is journaled of it. */
  public record Noted(RanThreads ran, String mark) {}

  /** Nothing is stopped yet. */
  public static Stoppage begin(GapsEnvironment environment, Progress observation) {
    String mark = UUID.randomUUID().toString();
    environment.stops().answered(mark);
    return new Stoppage(environment.stops(), mark, RanThreads.of(observation));
  }

  /** As it was journaled. */
  public static Stoppage in(GapsEnvironment environment, Noted before) {
    return new Stoppage(environment.stops(), before.mark(), before.ran());
  }

  public Noted noted() {
    return new Noted(ran, mark);
  }

  public void stop(ChannelSession session, ReplicationThread thread) {
    stops.say(mark, () -> session.stop(thread));
  }

  /** Starts and stops what runs otherwise than before. */
  public void putBack(ChannelSession session) {
    if (mayStopLater() && session.progress().applies()) {
      stop(session, ReplicationThread.APPLIER);
    }
    stops.answered(mark);
    ran.putBack(session);
  }

  public boolean isPutBack(Progress observation) {
    return ran.equals(RanThreads.of(observation)) && !mayStopLater();
  }

  /** Also where a controller that was killed may have asked for it. */
  public boolean mayStopLater() {
    return ran.applied() && !stops.isAnswered(mark);
  }
}

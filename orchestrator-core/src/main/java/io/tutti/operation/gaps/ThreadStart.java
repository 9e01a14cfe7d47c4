package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.Refetch;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerProgress;
import io.tutti.model.ThreadState;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationThread;
import java.util.Optional;

/**
 * The one way in which operations start threads of channels: never a receiver that would fetch
 * again what was applied or is in the relay logs, and never an applier while one does.
 */
public final class ThreadStart {
  private static final int EVENTS_IN_SHORT = 20_000;

  private ThreadStart() {}

  /**
   * Starts a thread; one that runs already is left alone.
   *
   * @throws StepFailure when transactions would be applied twice, or whether is not known
   */
  public static void start(
      Session session, ReplicationThread thread, String channel, Deadline deadline) {
    require(session, thread, channel, deadline);
    session.control().start(thread, channel, deadline);
  }

  /**
   * The same without the start.
   *
   * @throws StepFailure when transactions would be applied twice, or whether is not known
   */
  public static void require(
      Session session, ReplicationThread thread, String channel, Deadline deadline) {
    ServerProgress now = session.readChannels(deadline);
    if (now.channel(channel).filter(found -> Refetch.isByPlace(now.gtid(), found)).isEmpty()) {
      return;
    }
    InstanceState state = session.readWithChannels(deadline);
    for (Channel found : state.knownChannels()) {
      if (found.name().equals(channel) && Refetch.isByPlace(state.gtid(), found)) {
        requireNothingTwice(session, state, found, thread, deadline);
      }
    }
  }

  private static void requireNothingTwice(
      Session session,
      InstanceState state,
      Channel channel,
      ReplicationThread thread,
      Deadline deadline) {
    Optional<Refetch> refetch = Refetch.of(state, channel);
    boolean receives = thread != ReplicationThread.APPLIER;
    if (refetch.isPresent() && (receives || Refetch.isUnderWay(channel))) {
      throw StepFailure.fatal(
          "The receiver%s of %s %s %s. So the %s is not started: transactions would be applied twice."
              .formatted(
                  Channel.ofChannel(channel.name()),
                  state.address(),
                  Refetch.isUnderWay(channel) ? "fetches again" : "would fetch again",
                  refetch.get(),
                  receives ? "receiver" : "applier"),
          remedies(state.address(), channel.name()));
    }
    if (receives && mayBeOld(state, channel)) {
      requireEnd(session, state, channel, deadline);
    }
  }

  /**
   * One that was started since the server began, and is stopped, was at the end of the relay logs
   * when it ended. A server that recovers its relay logs has dropped what was not applied.
   */
  private static boolean mayBeOld(InstanceState state, Channel channel) {
    return channel.receiver().state() == ThreadState.STOPPED
        && !state.durability().relayLogRecovery().is(true);
  }

  /**
   * A server does not show which of its threads was started: where one was, what the relay logs
   * show still counts, but not that they cannot be read, or not to their end in short.
   */
  private static void requireEnd(
      Session session, InstanceState state, Channel channel, Deadline deadline) {
    boolean noneStarted = RanThreads.noneStarted(state);
    Observed<RelayedEnd> end =
        RelayedEnd.of(
            session, channel, noneStarted ? RelayedEnd.EVENTS_MAX : EVENTS_IN_SHORT, deadline);
    Observed<BinlogPosition> read = channel.receiver().read();
    boolean isRight =
        end instanceof Observed.Known<RelayedEnd>(RelayedEnd relayed)
            ? read instanceof Observed.Known<BinlogPosition>(BinlogPosition place)
                && !relayed.isBeyond(place)
            : !noneStarted;
    if (!isRight) {
      throw StepFailure.fatal(
          "The receiver%s of %s would continue at %s, and it is not proved that its relay logs hold nothing from there on: %s. So it is not started: transactions would be applied twice."
              .formatted(
                  Channel.ofChannel(channel.name()),
                  state.address(),
                  read,
                  end.map(RelayedEnd::toString)),
          remedies(state.address(), channel.name()));
    }
  }

  /** What helps a receiver that is behind. */
  public static Remedies remedies(InstanceAddress instance, String channel) {
    return Remedies.of(
            "%s applies what was received, and sets the receiver to where the applier is then",
            Acts.closeGaps(instance, channel))
        .or(Acts.showGaps(instance));
  }
}

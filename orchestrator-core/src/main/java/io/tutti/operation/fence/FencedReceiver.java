package io.tutti.operation.fence;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.operation.server.CountedStop;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.Fence;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What a replica receives from a source that is fenced, or is admitted again. */
record FencedReceiver(
    FenceEnvironment environment, InstanceAddress replica, InstanceAddress source, String channel) {
  /**
   * What was there.
   *
   * @param ran whether it ran; unknown where its replica could not be asked
   * @param stopWait how long its STOP would wait for a source that does not answer, as it
   *     acknowledges; empty where it would not
   */
  record Before(Observed<Boolean> ran, Optional<Duration> stopWait) {
    Before {
      // Operations that an older controller kept have none.
      stopWait = Objects.requireNonNullElse(stopWait, Optional.empty());
    }

    Before(Observed<Boolean> ran) {
      this(ran, Optional.empty());
    }
  }

  static FencedReceiver of(
      FenceEnvironment environment, InstanceAddress replica, ChannelFrom from) {
    return new FencedReceiver(environment, replica, from.source(), from.channel());
  }

  Session open(StepContext context) {
    return environment.servers().open(replica, context.deadline());
  }

  Optional<Channel> find(Session server, StepContext context) {
    return server.readChannels(context.deadline()).channel(channel);
  }

  static boolean isStopped(Channel found) {
    return found.receiver().state() == ThreadState.STOPPED;
  }

  boolean answers() {
    return environment.answers().test(replica);
  }

  /** A server that does not answer a STOP may carry it out later, which is kept until it does. */
  void stop(Session server, StepContext context, Duration atMost) {
    Fence.Receiver receiver = new Fence.Receiver(replica, channel, Optional.empty());
    kept().stops(receiver.notAnsweredAt(environment.clock().instant()));
    say(server, context, atMost);
    kept().hasStopped(receiver);
  }

  /** The same of one whose fence is not kept any more. */
  void say(Session server, StepContext context, Duration atMost) {
    Runnable stop =
        () ->
            server
                .control()
                .stop(ReplicationThread.RECEIVER, channel, context.deadline().within(atMost));
    if (environment.backups().findOpen(replica).isEmpty()) {
      stop.run();
      return;
    }
    new CountedStop(
            server,
            context.deadline(),
            () -> environment.backups().askingToStop(replica),
            () -> environment.backups().notAskedToStop(replica))
        .say(stop);
  }

  /** How long a STOP of it waits, where it acknowledges to a source that does not answer. */
  Optional<Duration> waitForSilent(Session server, StepContext context) {
    return environment.answers().test(source) ? Optional.empty() : stopWait(server, context);
  }

  Optional<Duration> stopWait(Session server, StepContext context) {
    return server.control().replicaAcks().flatMap(acks -> acks.stopWait(context.deadline()));
  }

  /** Lets it end without a word to its source; {@link #endAfter} takes that back. */
  void endAtOnce(Session server, StepContext context) {
    server.control().replicaAcks().ifPresent(acks -> acks.endAtOnce(context.deadline()));
  }

  /** It acknowledges to its next source. */
  void endAfter(Duration wait, Session server, StepContext context) {
    server.control().replicaAcks().ifPresent(acks -> acks.endAfter(wait, context.deadline()));
  }

  void start(Session server, StepContext context) {
    ThreadStart.start(server, ReplicationThread.RECEIVER, channel, context.deadline());
  }

  /** Whether it would apply transactions twice. */
  boolean mustBeStopped(Session server, StepContext context) {
    try {
      ThreadStart.require(server, ReplicationThread.RECEIVER, channel, context.deadline());
      return false;
    } catch (StepFailure.Fatal e) {
      return true;
    }
  }

  /** Whether a STOP of ours was not answered. */
  boolean mayStopLater() {
    return kept().mayStopLater(replica, channel);
  }

  /** It is kept that it receives, and why. */
  void isLeft(String why) {
    kept().leavesOpenInstead(reported(), reported() + why);
  }

  boolean isReportedLeft() {
    return kept().reports(reported());
  }

  /** It receives nothing, whatever was reported before. */
  void isStopped() {
    kept().closes(reported());
  }

  String named() {
    return "receiver%s of %s".formatted(Channel.ofChannel(channel), replica);
  }

  private String reported() {
    return "The %s was not stopped: ".formatted(named());
  }

  private KeptFence kept() {
    return new KeptFence(environment.fences(), source);
  }
}

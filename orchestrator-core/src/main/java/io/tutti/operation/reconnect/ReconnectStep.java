package io.tutti.operation.reconnect;

import io.tutti.capability.Ports;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.ThreadState;
import io.tutti.operation.Pauses;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.Reconnecting;
import io.tutti.spi.ReplicaAcks;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Lets one receiver connect to its source anew, and sees whether it does.
 *
 * <ol>
 *   <li>It waits for its turn; where another one has reached the source meanwhile, or this one has
 *       received something, nothing is done.
 *   <li>From now on a new connection may take {@link #CONNECTS_MAX}: a STOP of one that connects
 *       waits for that on some releases, and what cannot connect says so then.
 *   <li>It is stopped and started, and looked at until it is connected or says why not.
 *   <li>What was set is set back. One that is connected is started once more, as it would wait as
 *       briefly for a source that says nothing.
 * </ol>
 *
 * <p>A receiver that somebody has stopped is not started. Undo sets back what was set, and starts
 * the receiver.
 */
final class ReconnectStep implements Step<ReconnectStep.Before> {
  static final String KIND = "reconnect.receiver";

  /** Two packets that ask for a connection are sent within it, the second after a second. */
  static final Duration CONNECTS_MAX = Duration.ofSeconds(2);

  /** A STOP of one that is connected is answered in milliseconds. */
  private static final Duration STOP_MAX = Duration.ofSeconds(5);

  /** What goes wrong between the end of an attempt and its error in the status. */
  private static final Duration SHOWN_MAX = Duration.ofSeconds(1);

  /** By then a living source would have let the one before it connect. */
  static final Duration BETWEEN = Duration.ofMillis(500);

  /**
   * What it is about.
   *
   * @param place among those that are asked, from zero
   */
  record Work(String channel, InstanceAddress source, int place) {}

  /**
   * What was there.
   *
   * @param netTimeout for which receivers wait for their source
   * @param stopWait how long its STOP would wait for a source that does not answer, as it
   *     acknowledges; empty where it would not
   * @param ran whether it ran
   */
  record Before(Duration netTimeout, Optional<Duration> stopWait, boolean ran) {}

  private final Ports ports;
  private final Reached reached;
  private final PlannedStep planned;
  private final Work work;

  ReconnectStep(Ports ports, Reached reached, PlannedStep planned) {
    this.ports = ports;
    this.reached = reached;
    this.planned = planned;
    this.work = planned.work(Work.class);
  }

  private Session open(StepContext context) {
    return ports.servers().open(planned.target(), context.deadline());
  }

  private static Reconnecting reconnecting(Session server) {
    return server
        .control()
        .reconnecting()
        .orElseThrow(() -> StepFailure.fatal("Its receivers are not asked.", Remedies.none()));
  }

  private Optional<Channel> find(Session server, StepContext context) {
    return server.readChannels(context.deadline()).channel(work.channel());
  }

  @Override
  public void precondition(StepContext context) {
    // Whether it can be asked is seen once it is its turn.
  }

  /** What was true when it was planned is over: it is only set back. */
  @Override
  public void preconditionAgain(StepContext context, Before before) {
    throw StepFailure.fatal(
        "The controller was interrupted while the receiver of %s was asked."
            .formatted(planned.target()),
        Remedies.of(Acts.showInstance(planned.target())));
  }

  @Override
  public Before before(StepContext context) {
    try (Session server = open(context)) {
      return new Before(
          reconnecting(server).netTimeout(context.deadline()),
          server.control().replicaAcks().flatMap(acks -> acks.stopWait(context.deadline())),
          find(server, context).filter(ReconnectStep::isConnected).isPresent());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (Session server = open(context)) {
      Optional<Channel> first = find(server, context);
      ports.pauses().inStep(BETWEEN.multipliedBy(turn(work.place())));
      if (reached.isIn(context.operation())) {
        return StepOutcome.alreadyDone("Another replica reaches the source.");
      }
      Optional<Channel> found = find(server, context);
      Optional<String> left =
          found.isEmpty() ? Optional.of("It has no such channel.") : leave(found.get());
      if (left.isPresent()) {
        return StepOutcome.alreadyDone(left.get());
      }
      ThreadStart.require(server, ReplicationThread.RECEIVER, work.channel(), context.deadline());
      if (!received(first).equals(received(found))) {
        return StepOutcome.alreadyDone("It received something while it waited for its turn.");
      }
      return ask(server, context, before);
    }
  }

  private static List<Object> received(Optional<Channel> channel) {
    return channel
        .map(Channel::receiver)
        .<List<Object>>map(each -> List.of(each.read(), each.retrieved(), each.heartbeats()))
        .orElse(List.of());
  }

  /** One, another one, then twice as many each time. */
  static int turn(int place) {
    return place == 0 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(place);
  }

  private Optional<String> leave(Channel found) {
    if (!isConnected(found)) {
      return Optional.of("Its receiver is not connected any more.");
    }
    return found.applier().state() == ThreadState.RUNNING
        ? Optional.empty()
        : Optional.of("Its applier does not run, and a START may drop what it received.");
  }

  private static boolean isConnected(Channel found) {
    return found.receiver().state() == ThreadState.RUNNING;
  }

  private StepOutcome ask(Session server, StepContext context, Before before) {
    Reconnecting reconnecting = reconnecting(server);
    reconnecting.setNetTimeout(CONNECTS_MAX, context.deadline());
    again(server, context, before);
    Optional<Channel> now = await(server, context);
    reconnecting.setNetTimeout(before.netTimeout(), context.deadline());
    if (now.filter(ReconnectStep::isConnected).isPresent()) {
      again(server, context, before);
      return heard(context, "Its receiver connected to %s again.".formatted(work.source()));
    }
    ports.known().receivers().asked(planned.target(), work.channel(), false);
    return StepOutcome.done(
        "Its receiver does not reach %s%s."
            .formatted(
                work.source(),
                now.flatMap(channel -> channel.receiver().lastError())
                    .map(error -> " (" + error + ")")
                    .orElse(", and says no more")));
  }

  private StepOutcome heard(StepContext context, String sentence) {
    reached.in(context.operation());
    ports.known().receivers().asked(planned.target(), work.channel(), true);
    return StepOutcome.done(sentence);
  }

  private void again(Session server, StepContext context, Before before) {
    Optional<ReplicaAcks> acks =
        server.control().replicaAcks().filter(any -> before.stopWait().isPresent());
    acks.ifPresent(each -> each.endAtOnce(context.deadline()));
    server
        .control()
        .stop(ReplicationThread.RECEIVER, work.channel(), context.deadline().within(STOP_MAX));
    acks.ifPresent(each -> each.endAfter(before.stopWait().orElseThrow(), context.deadline()));
    start(server, context);
  }

  /**
   * Where a channel finds its place by domains, a START while the applier is stopped drops what
   * came.
   */
  private void start(Session server, StepContext context) {
    boolean drops = server.provider().capabilities().contains(Capability.DOMAIN_GTID);
    if (drops
        && find(server, context)
            .filter(found -> found.applier().state() != ThreadState.RUNNING)
            .isPresent()) {
      throw StepFailure.fatal(
          "The applier%s of %s has stopped meanwhile, so the receiver is not started: what it received might be dropped."
              .formatted(Channel.ofChannel(work.channel()), planned.target()),
          Remedies.of(Acts.showInstance(planned.target())));
    }
    ThreadStart.start(server, ReplicationThread.RECEIVER, work.channel(), context.deadline());
  }

  private Optional<Channel> await(Session server, StepContext context) {
    Deadline shown = context.deadline().within(CONNECTS_MAX.plus(SHOWN_MAX));
    Optional<Channel> now = find(server, context);
    while (now.filter(ReconnectStep::isOpen).isPresent() && !shown.isExpired()) {
      ports.pauses().inStep(Pauses.LOOK_EVERY);
      now = find(server, context);
    }
    return now;
  }

  /** It neither is connected nor has it failed. */
  private static boolean isOpen(Channel found) {
    Optional<LastError> error = found.receiver().lastError();
    return found.receiver().state() == ThreadState.CONNECTING && error.isEmpty();
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (Session server = open(context)) {
      Duration now = reconnecting(server).netTimeout(context.deadline());
      if (!now.equals(before.netTimeout())) {
        return Verdict.lacks(
            "Its receivers wait %d s for their source.".formatted(now.toSeconds()));
      }
      return Verdict.of(
          !before.ran() || !isLeftStopped(server, context), "Its receiver is stopped.");
    }
  }

  /** One that ended with an error would have without us. */
  private boolean isLeftStopped(Session server, StepContext context) {
    return find(server, context)
        .filter(found -> found.receiver().state() == ThreadState.STOPPED)
        .filter(found -> found.receiver().lastError().isEmpty())
        .isPresent();
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (Session server = open(context)) {
      reconnecting(server).setNetTimeout(before.netTimeout(), context.deadline());
      server
          .control()
          .replicaAcks()
          .ifPresent(
              acks -> before.stopWait().ifPresent(wait -> acks.endAfter(wait, context.deadline())));
      if (before.ran() && isLeftStopped(server, context)) {
        start(server, context);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return verify(context, before);
  }
}

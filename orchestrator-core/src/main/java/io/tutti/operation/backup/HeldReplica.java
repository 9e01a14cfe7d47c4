package io.tutti.operation.backup;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.operation.server.CountedStop;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A replica during one attempt at a step. */
final class HeldReplica implements AutoCloseable {
  /** An applier starts in milliseconds; with thousands of workers it takes a second. */
  private static final Duration START_MAX = Duration.ofSeconds(10);

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final BackupEnvironment environment;
  private final InstanceAddress address;
  private final Session session;
  private final StepContext context;

  private HeldReplica(
      BackupEnvironment environment,
      InstanceAddress address,
      Session session,
      StepContext context) {
    this.environment = environment;
    this.address = address;
    this.session = session;
    this.context = context;
  }

  static HeldReplica open(
      BackupEnvironment environment, InstanceAddress address, StepContext context) {
    return new HeldReplica(
        environment, address, environment.servers().open(address, context.deadline()), context);
  }

  Session session() {
    return session;
  }

  InstanceState read() {
    return session.readWithChannels(context.deadline());
  }

  /** Empty when the server replicates over it no longer. */
  Optional<Channel> find(String channel) {
    return find(read(), channel);
  }

  static Optional<Channel> find(InstanceState state, String channel) {
    return state.channel(channel);
  }

  Channel require(String channel) {
    return find(channel)
        .orElseThrow(() ->
            StepFailure.fatal(
                "%s no longer replicates over the channel '%s'.".formatted(address, channel),
                Remedies.of(Acts.showInstance(address))));
  }

  static boolean isStopped(Channel channel) {
    return channel.applier().state() == ThreadState.STOPPED;
  }

  /**
   * Stops an applier. One that was not answered is still about to stop, which is remembered.
   *
   * @param mark of the step
   */
  void stop(String channel, String mark, Duration atMost) {
    Runnable stop =
        () ->
            session
                .control()
                .stop(ReplicationThread.APPLIER, channel, context.deadline().within(atMost));
    counted().say(() -> environment.stops().say(mark, stop));
  }

  private CountedStop counted() {
    return new CountedStop(
        session,
        context.deadline(),
        () -> {
          environment.sessions().askingToStop(address);
          environment.known().said(mark());
        },
        () -> {
          environment.sessions().notAskedToStop(address);
          environment.known().unsaid(mark());
        });
  }

  private String mark() {
    return context.operation().value();
  }

  /**
   * From here on a STOP that the operation does not say is somebody else's.
   *
   * @param ran an applier that is to run: one that is stopped was stopped since the plan was made
   */
  void listen(InstanceState now, Channel ran) {
    Observed<Long> asked = now.stopsAsked();
    if (!environment.known().isBegun(mark())) {
      environment.known().begin(mark(), asked);
    }
    if (isStopped(ran) && error(ran).isEmpty() && !isFurtherAsked(now)) {
      // A server that nobody has asked since it began is stopped as its restart left it.
      environment.known().begin(mark(), asked.map(count -> Math.max(0, count - 1)));
    }
  }

  /** Whether somebody else has asked for a stop since it is listened for. */
  boolean isFurtherAsked(InstanceState now) {
    return environment.known().isMore(mark(), now.stopsAsked());
  }

  /** The same where the operation says STOPs that it does not count. */
  <T> T listeningAgainAfter(Supplier<T> stops) {
    boolean isFurther = isFurtherAsked(read());
    try {
      return stops.get();
    } finally {
      if (environment.known().isBegun(mark())) {
        environment
            .known()
            .begin(mark(), stopsAskedNow().map(count -> isFurther ? count - 1 : count));
      }
    }
  }

  /** Where it does not answer, what is somebody else's is not known any more. */
  private Observed<Long> stopsAskedNow() {
    try {
      return read().stopsAsked();
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** How often it was asked by the operation itself, and by whomever before that began. */
  Observed<Long> ownStopsAsked(InstanceState now) {
    Optional<Long> own = environment.known().count(mark());
    return now.stopsAsked().map(count -> Math.min(count, own.orElse(count)));
  }

  /** Starts an applier, and waits until it is seen to run or to have ended with an error. */
  void start(String channel) {
    ThreadStart.start(session, ReplicationThread.APPLIER, channel, context.deadline());
    long endNanos = System.nanoTime() + START_MAX.toNanos();
    while (find(channel).filter(now -> isStopped(now) && error(now).isEmpty()).isPresent()) {
      if (System.nanoTime() - endNanos > 0 || context.deadline().isExpired()) {
        return;
      }
      environment.pauses().inStep(LOOK_EVERY);
    }
  }

  static Optional<LastError> error(Channel channel) {
    return GapAnalysis.firstError(channel.applier());
  }

  static String named(String channel, InstanceAddress address) {
    return channel.isEmpty()
        ? "The applier of " + address
        : "The applier of channel '%s' of %s".formatted(channel, address);
  }

  @Override
  public void close() {
    session.close();
  }
}

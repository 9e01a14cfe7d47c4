package io.tutti.operation.parallelism;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ThreadState;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.PositionLost;
import io.tutti.operation.gaps.Recovering;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.operation.server.CountedStop;
import io.tutti.operation.server.Lacking;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.KnobKeeping;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.ServerKnob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A replica during one attempt at a step. */
final class Replica implements AutoCloseable {
  /**
   * An applier that works on a long transaction, or waits for a lock, does not stop before it is
   * over; longer than this nobody wants a receiver to continue without it unawares.
   */
  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  /** The server sets its mark every 300 ms unless it was set otherwise. */
  private static final Duration RECOVERY_MAX = Duration.ofSeconds(3);

  /** What a server may be {@link Lacking}. */
  static final String KEEP = "keep over a restart ";

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final ParallelismEnvironment environment;
  private final InstanceAddress address;
  private final Session session;
  private final Deadline deadline;
  private Optional<KnobCatalogue> catalogue = Optional.empty();

  private Replica(
      ParallelismEnvironment environment,
      InstanceAddress address,
      Session session,
      Deadline deadline) {
    this.environment = environment;
    this.address = address;
    this.session = session;
    this.deadline = deadline;
  }

  static Replica open(
      ParallelismEnvironment environment, InstanceAddress address, StepContext context) {
    Session session = environment.servers().open(address, context.deadline());
    Replica replica = new Replica(environment, address, session, context.deadline());
    try {
      // Before anything is stopped.
      replica.catalogue();
      return replica;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * @throws StepFailure when the server answers and its channels cannot be read
   */
  InstanceState read() {
    return session.readWithChannels(deadline);
  }

  Set<Capability> capabilities() {
    return session.provider().capabilities();
  }

  private KnobCatalogue catalogue() {
    if (catalogue.isEmpty()) {
      catalogue =
          Optional.of(
              environment
                  .catalogues()
                  .withDurability(session.provider(), session.read(deadline).version().version()));
    }
    return catalogue.get();
  }

  private ServerKnob declared(KnobChange change) {
    return catalogue().require(change.knob(), address.toString());
  }

  KnobReading reading(KnobChange change) {
    return session.control().read(declared(change), change.channel(), deadline);
  }

  private KnobKeeping keeping(ServerKnob knob) {
    return session.control().knobKeeping().orElseThrow(Lacking.in(address, KEEP + knob));
  }

  /** Sets it, and has the server keep of it what is wanted. */
  void set(KnobChange change) {
    ServerKnob knob = declared(change);
    switch (change.kept()) {
      case KnobChange.Kept.Left() -> session.control().set(change.setting(knob), deadline);
      case KnobChange.Kept.Nothing() -> {
        keeping(knob).forget(knob, deadline);
        session.control().set(change.setting(knob), deadline);
      }
      case KnobChange.Kept.Value(String kept) -> {
        KnobChange keeping = new KnobChange(change.knob(), change.channel(), kept, change.kept());
        keeping(knob).persist(keeping.setting(knob), deadline);
        if (!kept.equals(change.value())) {
          session.control().set(change.setting(knob), deadline);
        }
      }
    }
  }

  /**
   * Waits until no applier that is to be stopped may be closing gaps by log position.
   *
   * @throws StepFailure when one may be doing so for long
   */
  void awaitNoRecovery(Interruption interruption) {
    List<Recovering> recovering =
        interruption.channels(read()).stream()
            .filter(channel -> interruption.ran(channel.name()))
            .filter(channel -> capabilities().contains(Capability.WORKER_CHECKPOINTS))
            .flatMap(channel -> Recovering.of(channel).stream())
            .toList();
    long endNanos = System.nanoTime() + RECOVERY_MAX.toNanos();
    while (!recovering.isEmpty()) {
      if (System.nanoTime() - endNanos > 0) {
        throw StepFailure.blocked(
            "The applier%s of %s may be closing gaps of a crash; if it were stopped now, the server would forget which transactions it has not applied."
                .formatted(Channel.ofChannel(recovering.getFirst().channel()), address),
            Remedies.of(Acts.showGaps(address))
                .or(
                    "let it catch up, and try again; its checkpoints must not be rare"
                        + " (slave_checkpoint_period)"));
      }
      environment.pauses().inStep(LOOK_EVERY);
      List<Channel> now = interruption.channels(read());
      recovering =
          recovering.stream()
              .filter(each ->
                  now.stream()
                      .anyMatch(channel ->
                          channel.name().equals(each.channel()) && !each.isOver(channel)))
              .toList();
    }
  }

  /**
   * From now on each stop that is not ours is somebody else's.
   *
   * @param mark of the step
   */
  void listen(String mark, InstanceState state) {
    environment.known().begin(mark, state.stopsAsked());
  }

  /** Whether somebody else has asked for a stop since it is listened for. */
  boolean isOverheard(String mark) {
    InstanceState state = read();
    if (!environment.known().isBegun(mark)) {
      listen(mark, state);
    }
    return isFurtherAsked(mark, state);
  }

  /** Stops what ran; what is about to stop is waited for. */
  void stop(Interruption interruption, String mark) {
    for (String channel : interruption.threads().keySet()) {
      if (interruption.ran(channel)) {
        Deadline until = deadline.within(STOP_MAX);
        if (interruption.stopsReceiver(channel)) {
          stop(ReplicationThread.RECEIVER, channel, mark, until);
        }
        stop(ReplicationThread.APPLIER, channel, mark, until);
      }
    }
  }

  private void stop(ReplicationThread thread, String channel, String mark, Deadline until) {
    new CountedStop(
            session,
            deadline,
            () -> environment.known().said(mark),
            () -> environment.known().unsaid(mark))
        .say(() -> session.control().stop(thread, channel, until));
  }

  /** What is stopped already shows nothing of that. */
  private boolean isFurtherAsked(String mark, InstanceState state) {
    return environment.known().isMore(mark, state.stopsAsked());
  }

  /**
   * Starts what ran.
   *
   * @return false when somebody else wants it to stand: before it was started, or just when it was
   * @throws StepFailure where the server may lose count ({@link PositionLost})
   */
  boolean start(Interruption interruption, String mark) {
    InstanceState state = read();
    boolean isStopped =
        interruption.channels(state).stream()
            .filter(channel -> interruption.ran(channel.name()))
            .anyMatch(channel -> channel.applier().state() == ThreadState.STOPPED);
    if (isStopped && isFurtherAsked(mark, state)) {
      return false;
    }
    for (Channel channel : interruption.channels(state)) {
      if (interruption.ran(channel.name())) {
        PositionLost.requireNotStartedOver(address, channel, GapJudgement.reported(state, channel));
      }
    }
    for (String channel : interruption.threads().keySet()) {
      if (interruption.ran(channel)) {
        if (interruption.stopsReceiver(channel)) {
          ThreadStart.start(session, ReplicationThread.RECEIVER, channel, deadline);
        }
        ThreadStart.start(session, ReplicationThread.APPLIER, channel, deadline);
      }
    }
    return !isStopped || !isFurtherAsked(mark, read());
  }

  @Override
  public void close() {
    session.close();
  }
}

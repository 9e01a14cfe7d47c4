package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.ServerProgress;
import io.tutti.model.ThreadState;
import io.tutti.operation.Looks;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Lacking;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.RelayLogInfoControl;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.Optional;

/** One channel of a replica during one attempt at a step. */
public final class ChannelSession implements AutoCloseable {
  /**
   * A worker that waits for a lock holds the stop up; whether it has ended is looked at again and
   * again.
   */
  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  /** A receiver that tries in vain does so each minute, unless the server says otherwise. */
  private static final Duration CONNECT_MAX = Duration.ofSeconds(70);

  /** A channel that was just made tries sooner; who is refused is told within that. */
  public static final Duration REFUSED_MAX = Duration.ofSeconds(5);

  /** What takes less is not worth a line. */
  private static final Duration NOTABLE = Duration.ofSeconds(1);

  /** What a server may be {@link Lacking}. */
  public static final String CLOSE_GAPS = "start its applier until its gaps are closed";

  /** What a server may be {@link Lacking}. */
  public static final String REFETCH = "drop what a channel received and fetch it again by GTID";

  private final GapsEnvironment environment;
  private final InstanceAddress target;
  private final String name;
  private final Session session;
  private final Deadline deadline;

  /** How far it was at one moment. */
  public interface Progress {
    GtidState gtid();

    Channel channel();

    default boolean applies() {
      return channel().applier().state() != ThreadState.STOPPED;
    }

    default boolean receives() {
      return channel().receiver().state() != ThreadState.STOPPED;
    }
  }

  /** All that was read at one moment. */
  public record Observation(InstanceState state, Channel channel) implements Progress {
    @Override
    public GtidState gtid() {
      return state.gtid();
    }
  }

  private record Read(GtidState gtid, Channel channel) implements Progress {}

  private ChannelSession(
      GapsEnvironment environment,
      InstanceAddress target,
      String name,
      Session session,
      Deadline deadline) {
    this.environment = environment;
    this.target = target;
    this.name = name;
    this.session = session;
    this.deadline = deadline;
  }

  public static ChannelSession open(
      GapsEnvironment environment, InstanceAddress target, String channel, StepContext context) {
    return new ChannelSession(
        environment,
        target,
        channel,
        environment.servers().open(target, context.deadline()),
        context.deadline());
  }

  public Observation read() {
    InstanceState state = session.readWithChannels(deadline);
    return new Observation(state, require(state.channel(name)));
  }

  /** Reads only how far it is, which takes a server a fraction of the time. */
  public Progress progress() {
    ServerProgress now = session.readChannels(deadline);
    return new Read(now.gtid(), require(now.channel(name)));
  }

  private Channel require(Optional<Channel> found) {
    return found.orElseThrow(() ->
        StepFailure.fatal(
            "%s no longer replicates over the channel '%s'.".formatted(target, name),
            Remedies.of(Acts.showInstance(target))));
  }

  public ChannelGaps gaps(Observation observation) {
    return environment.reader().of(session, observation.state(), observation.channel(), deadline);
  }

  public Session session() {
    return session;
  }

  public ReplicationControl control() {
    return session.control();
  }

  /** How its server wants things said. */
  ReplicationStatements statements(InstanceState state) {
    return session.provider().replicationStatements(state.version().version());
  }

  public void start(ReplicationThread thread) {
    ThreadStart.start(session, thread, name, deadline);
  }

  /** Waits until its receiver is connected to its source. */
  public void awaitReceives(StepContext context) {
    awaitReceives(CONNECT_MAX, context);
  }

  /**
   * The same.
   *
   * @param refusedMax for how long it may try in vain once its server shows why
   */
  public void awaitReceives(Duration refusedMax, StepContext context) {
    Looks looks = new Looks();
    while (true) {
      Channel found = progress().channel();
      if (found.receiver().state() == ThreadState.RUNNING) {
        return;
      }
      Optional<LastError> error = found.receiver().lastError();
      boolean ended = found.receiver().state() == ThreadState.STOPPED && error.isPresent();
      if (ended || looks.haveTaken(error.isPresent() ? refusedMax : CONNECT_MAX)) {
        throw StepFailure.fatal(
            "%s cannot receive from %s: %s."
                .formatted(
                    target,
                    found.source(),
                    error.map(LastError::toString).orElse(found.receiver().stateText())),
            Remedies.of(
                    "let its replication account log in at %s, and try again"
                        .formatted(found.source()))
                .or(Acts.showInstance(target)));
      }
      context.failIfCancelled();
      if (looks.haveTaken(NOTABLE)) {
        context.progress("It connects to %s.".formatted(found.source()));
      }
      pause(looks.next());
    }
  }

  /**
   * Where its rows are not what its place says, it fails at what does not fit. Of several workers
   * only a full reading names the one that failed.
   */
  public void requireNotFailed() {
    if (progress().applies()) {
      return;
    }
    Channel found = read().channel();
    GapAnalysis.firstError(found.applier())
        .filter(error -> found.applier().state() == ThreadState.STOPPED)
        .ifPresent(error -> {
          throw StepFailure.fatal(
              "The applier of %s has failed: %s.".formatted(target, error),
              Remedies.of(Acts.showInstance(target)));
        });
  }

  public void stop(ReplicationThread thread) {
    session.control().stop(thread, name, deadline.within(STOP_MAX));
  }

  public void dropReceived() {
    control().refetching().orElseThrow(Lacking.in(target, REFETCH)).dropReceived(name, deadline);
  }

  public void startUntil(BinlogPosition place) {
    session.control().startUntil(place, name, deadline);
  }

  public void startUntilGapsAreClosed() {
    control()
        .gapClosing()
        .orElseThrow(Lacking.in(target, CLOSE_GAPS))
        .startUntilGapsAreClosed(name, deadline);
  }

  RelayLogInfoControl relayLogInfo() {
    return control()
        .relayLogInfo()
        .orElseThrow(Lacking.in(target, "reset the state by which an applier refuses to start"));
  }

  /** What the channel's source has executed and what it no longer keeps. */
  GtidState source(Channel channel) {
    try (Session source = environment.servers().open(channel.source(), deadline)) {
      return source.read(deadline).gtid();
    }
  }

  /**
   * That the source can send again what comes after a place.
   *
   * @throws OrchestratorException when it cannot be asked, or its binlog is not there any more
   */
  boolean sourceHolds(Channel channel, BinlogPosition place) {
    try (Session source = environment.servers().open(channel.source(), deadline)) {
      return source.logs().list(Log.BINARY, "", Optional.of(place), 1, deadline).stream()
          .anyMatch(event -> event.at().equals(place));
    }
  }

  /** Whether the source's binlog is the one that the channel's places are of. */
  SameBinlog sameBinlog(Observation observation) {
    return new SourceEvidenceReader(environment.servers())
        .read(session, observation.state(), observation.channel(), deadline)
        .judge();
  }

  public void pause(Duration duration) {
    environment.pauses().inStep(duration);
  }

  @Override
  public void close() {
    session.close();
  }
}

package io.tutti.operation.server;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.BinlogStream;
import io.tutti.binlog.DumpTrial;
import io.tutti.binlog.ServerLogs;
import io.tutti.binlog.live.LiveLogs;
import io.tutti.binlog.live.Wanted;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.discovery.GreetingProbe;
import io.tutti.discovery.Targets;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerProgress;
import io.tutti.operation.Permit;
import io.tutti.spi.Around;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.LogReader;
import io.tutti.spi.NamedLock;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ServerTrust;
import io.tutti.spi.fence.Trial;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sessions with servers by the plugin that speaks for each. One that was given back is kept for a
 * moment, as the steps of an operation follow each other and a replica may be stopped between two
 * of them.
 */
public final class ServerSessions implements Servers, AutoCloseable {
  /** Longer than the pause between two steps, shorter than anybody wonders whose session it is. */
  private static final Duration IDLE_MAX = Duration.ofSeconds(20);

  /** A server that does not answer in that time may be frozen, or gone with its host. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

  /** Of a connection that holds a lock: who holds it asks again sooner, or has vanished. */
  static final Duration CLAIM_IDLE_MAX = Duration.ofSeconds(60);

  /** To end a statement takes a connection of its own; a server that gives none is not asked on. */
  private static final Duration CUT_OFF_MAX = Duration.ofSeconds(1);

  /**
   * Sessions with one server: many replicas that are to replicate from it ask it at once, and a
   * server admits 151 unless it is set otherwise.
   */
  private static final int AT_ONCE_MAX = 16;

  /** Sessions with one server that are kept: steps of one operation use two of it at once. */
  private static final int KEPT_MAX = 3;

  private final FlavorCatalogue catalogue;
  private final Targets targets;
  private final InstantSource clock;
  private final Map<InstanceAddress, Deque<Idle>> idle = new HashMap<>();
  private final Map<InstanceAddress, Semaphore> places = new ConcurrentHashMap<>();

  /**
   * @param trust by which it was given what it was given
   */
  private record Idle(Identified server, Instant since, ServerTrust trust) {}

  public ServerSessions(FlavorCatalogue catalogue, Targets targets, InstantSource clock) {
    this.catalogue = catalogue;
    this.targets = targets;
    this.clock = clock;
  }

  @Override
  public boolean isVouched(InstanceAddress address) {
    return trust(address).vouched();
  }

  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    Semaphore places = await(address, deadline);
    try {
      ServerTrust trust = trust(address);
      Identified server = Permit.saying(() -> connect(address, deadline), () -> {});
      PluginSession session = new PluginSession(address, server, trust, places);
      return GuardedSession.of(session, session::cutOff);
    } catch (RuntimeException e) {
      places.release();
      throw e;
    }
  }

  /** A place among those who speak to that server. */
  private Semaphore await(InstanceAddress address, Deadline deadline) {
    Semaphore of = places.computeIfAbsent(address, each -> new Semaphore(AT_ONCE_MAX, true));
    try {
      if (of.tryAcquire(deadline.remainingMillis(), TimeUnit.MILLISECONDS)) {
        return of;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new OrchestratorException(
        ErrorCode.TOO_MANY_CONNECTIONS,
        address.toString(),
        "%d sessions of this controller speak to %s, and none has ended in time."
            .formatted(AT_ONCE_MAX, address),
        Remedies.of(Acts.listOperations()));
  }

  private Identified connect(InstanceAddress address, Deadline deadline) {
    return takeLiving(address, deadline).orElseGet(() -> identify(address, deadline));
  }

  /**
   * One that a restart of its server has ended meanwhile is nobody's trouble: another is opened;
   * and so it is where the server was trusted since, or is not any more, or was named by a person:
   * who logs in next keeps what it shows.
   */
  private Optional<Identified> takeLiving(InstanceAddress address, Deadline deadline) {
    Optional<Idle> taken = takeIdle(address);
    Optional<Identified> living =
        taken
            .filter(each -> each.trust().equals(trust(address)))
            .filter(each -> !targets.isToBeKnown(address))
            .map(Idle::server)
            .filter(server -> server.client().stillAnswers(deadline.within(ANSWER_MAX)));
    if (living.isEmpty()) {
      taken.ifPresent(each -> each.server().client().close());
    }
    return living;
  }

  private Identified identify(InstanceAddress address, Deadline deadline) {
    return targets.identify(
        catalogue, address, () -> GreetingProbe.read(address, deadline), deadline);
  }

  private ServerTrust trust(InstanceAddress address) {
    return targets.targetFor(address).trust();
  }

  private synchronized Optional<Idle> takeIdle(InstanceAddress address) {
    return Optional.ofNullable(idle.get(address)).map(Deque::pollFirst);
  }

  /**
   * @return what is not kept for it, to be closed
   */
  private synchronized Optional<Identified> keep(
      InstanceAddress address, Identified server, ServerTrust trust) {
    Deque<Idle> kept = idle.computeIfAbsent(address, each -> new ArrayDeque<>());
    kept.addFirst(new Idle(server, clock.instant(), trust));
    return kept.size() > KEPT_MAX
        ? Optional.of(kept.removeLast()).map(Idle::server)
        : Optional.empty();
  }

  /** Closes what nobody has used for a while; to be called now and then. */
  public synchronized void closeIdle() {
    Instant latest = clock.instant().minus(IDLE_MAX);
    for (Deque<Idle> kept : idle.values()) {
      while (!kept.isEmpty() && kept.getLast().since().isBefore(latest)) {
        kept.removeLast().server().client().close();
      }
    }
    idle.values().removeIf(Deque::isEmpty);
  }

  @Override
  public synchronized void close() {
    idle.values().forEach(kept -> kept.forEach(each -> each.server().client().close()));
    idle.clear();
  }

  /** What failed on the way to the server is not used again. */
  private final class PluginSession implements Session {
    private final InstanceAddress address;
    private final Identified server;
    private final Semaphore place;
    private final InstanceClient client;

    /** By which it was logged in to. */
    private final ServerTrust trust;

    private volatile boolean broken;

    /** A lock that was not given back ends with its connection alone. */
    private volatile boolean hasClaim;

    private boolean isClosed;

    PluginSession(InstanceAddress address, Identified server, ServerTrust trust, Semaphore place) {
      this.place = place;
      this.trust = trust;
      this.address = address;
      this.server = server;
      Around seen = this::seen;
      this.client = seen.each(InstanceClient.class, server.client());
    }

    @Override
    public FlavorProvider provider() {
      return server.provider();
    }

    @Override
    public boolean isVouched() {
      return trust.vouched();
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return client.statusReader().read(targets.heartbeatsFor(address), deadline);
    }

    @Override
    public ServerProgress readProgress(Deadline deadline) {
      return client.statusReader().readProgress(deadline);
    }

    @Override
    public ReplicationControl control() {
      return client.replicationControl();
    }

    @Override
    public LogReader logs() {
      return client.logReader();
    }

    @Override
    public Optional<LiveLogs> logsOf(Wanted wanted) throws IOException {
      return Optional.of(ServerLogs.open(targets.targetFor(address), wanted, false));
    }

    @Override
    public BinlogReader binlog() {
      return new BinlogStream(targets.targetFor(address));
    }

    @Override
    public Observed<NamedLock> claimAlone(String name, Deadline deadline) {
      hasClaim = true;
      return client.claimAlone(name, CLAIM_IDLE_MAX, deadline);
    }

    @Override
    public void giveBack(String name, Deadline deadline) {
      client.giveBack(name, deadline);
      hasClaim = false;
    }

    @Override
    public FenceControl fence() {
      return client.fenceControl();
    }

    @Override
    public Optional<CloneControl> cloning() {
      return client.cloneControl();
    }

    @Override
    public Trial tryToReplicate(Credentials as, Deadline deadline) {
      return trial(as, DumpTrial.Way.AS_CONTROLLER, deadline);
    }

    @Override
    public Trial tryToReplicate(Credentials as, boolean overTls, Deadline deadline) {
      return trial(as, overTls ? DumpTrial.Way.TLS : DumpTrial.Way.PLAIN, deadline);
    }

    private Trial trial(Credentials as, DumpTrial.Way way, Deadline deadline) {
      return new DumpTrial(targets.targetFor(address), as, way)
          .begin(logs().files(deadline), deadline);
    }

    private @Nullable Object seen(Supplier<@Nullable Object> call) {
      try {
        return call.get();
      } catch (OrchestratorException e) {
        // Servers look at an account's privileges when it logs in, so after a GRANT it must do that
        // again.
        broken |=
            e.code().kind() == ErrorKind.UNREACHABLE || e.code() == ErrorCode.MISSING_PRIVILEGE;
        throw e;
      }
    }

    /** From another thread: what is being said ends, and the connection with it. */
    void cutOff() {
      broken = true;
      server.client().cutOff(Deadline.after(CUT_OFF_MAX));
    }

    @Override
    public void close() {
      if (!isClosed) {
        isClosed = true;
        giveBack();
        place.release();
      }
    }

    private void giveBack() {
      if (broken || hasClaim) {
        server.client().close();
      } else {
        keep(address, server, trust).ifPresent(other -> other.client().close());
      }
    }
  }
}

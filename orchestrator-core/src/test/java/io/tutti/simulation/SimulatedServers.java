package io.tutti.simulation;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Permit;
import io.tutti.operation.fixtures.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Simulated servers on one clock. They work whenever time passes, and time passes when somebody
 * pauses, or says something to a server. The same calls give the same course.
 */
public final class SimulatedServers {
  private static final Duration ROUND_TRIP = Duration.ofMillis(1);
  private static final Duration COPY_TAKES = Duration.ofSeconds(2);

  /** Longer than any operation waits for a server. */
  private static final Duration LOST_FOR = Duration.ofHours(1);

  private static final Duration BACK_AFTER = Duration.ofSeconds(4);

  /** One moment, in which servers do something. */
  private static final Duration MOMENT = Duration.ofMillis(5);

  /** In a long pause nothing new happens after so many. */
  private static final int MOMENTS_MAX = 40;

  private final SimulatedTime time = new SimulatedTime();
  private final SortedMap<InstanceAddress, SimulatedServer> servers = new TreeMap<>();
  private final SortedMap<InstanceAddress, Instant> comesBack = new TreeMap<>();
  private final SortedMap<Instant, Runnable> deeds = new TreeMap<>();
  private final Set<InstanceAddress> strangers = ConcurrentHashMap.newKeySet();
  private final List<Said> statements = new ArrayList<>();
  private final List<Strike> strikes = new ArrayList<>();

  /** Those that listeners have to be informed of: one that is to start fenced is fenced by them. */
  private final Set<InstanceAddress> starting = ConcurrentHashMap.newKeySet();

  private final List<Consumer<SimulatedServer>> onStart = new ArrayList<>();
  private final List<Consumer<Said>> onStatement = new ArrayList<>();
  private final List<Witness> onEffect = new ArrayList<>();
  private final AtomicInteger unnoticed = new AtomicInteger();
  private volatile Runnable takeOver = () -> {};
  private volatile boolean isBusy = true;
  private boolean isDisturbed;
  private long rows;
  private long beforehand;

  /** A statement that changes something. */
  public record Said(InstanceAddress server, String text) {
    @Override
    public String toString() {
      return server.host() + ": " + text;
    }
  }

  /** The process of the controller ended at a statement. */
  private static final class BrokenOff extends Error {
    private static final long serialVersionUID = 1L;

    BrokenOff() {
      super("kill -9", null, false, false);
    }
  }

  public SimulatedServers() {
    time.whenItPasses(this::pass);
  }

  public SimulatedTime time() {
    return time;
  }

  /** Nobody vouches for these. */
  public Set<InstanceAddress> strangers() {
    return strangers;
  }

  boolean isStranger(InstanceAddress address) {
    return strangers.contains(address);
  }

  /** A new one, which nobody replicates from yet, and which takes writes. */
  public synchronized SimulatedServer add(String host, Naming naming) {
    InstanceAddress address = new InstanceAddress(host, InstanceAddress.DEFAULT_PORT);
    SimulatedServer server = new SimulatedServer(address, naming, servers.size() + 1L, time);
    servers.put(address, server);
    return server;
  }

  public synchronized List<SimulatedServer> all() {
    return List.copyOf(servers.values());
  }

  /** Read in one moment: none of them is just being started or changed. */
  synchronized List<InstanceAddress> thatTakeWrites() {
    return servers.values().stream()
        .filter(server -> !starting.contains(server.address()))
        .filter(SimulatedServer::takesWrites)
        .map(SimulatedServer::address)
        .toList();
  }

  public synchronized Optional<SimulatedServer> find(InstanceAddress address) {
    return Optional.ofNullable(servers.get(address));
  }

  /** Called for each server whenever it was started. */
  public void whenOneStarts(Consumer<SimulatedServer> listener) {
    onStart.add(listener);
  }

  /** Called before each statement that changes something. */
  public void whenSaid(Consumer<Said> listener) {
    onStatement.add(listener);
  }

  /** Hears of each statement that was carried out. */
  interface Witness {
    /**
     * @param before what the server showed before it
     */
    void noticed(Said said, Noticed before, SimulatedServer server);
  }

  /** Called after each statement that changes something. */
  void whenCarriedOut(Witness witness) {
    onEffect.add(witness);
  }

  /** Called after each statement that changes something. */
  public void whenDone(Consumer<Said> listener) {
    whenCarriedOut((said, before, server) -> listener.accept(said));
  }

  /** Lets something more urgent take the place of the operation, wherever that is. */
  void displacedBy(Runnable work) {
    takeOver = work;
  }

  /** What was said to servers to change something. */
  public synchronized List<Said> statements() {
    return List.copyOf(statements);
  }

  /** Whether something comes in between, which nobody can know beforehand. */
  synchronized boolean isDisturbed() {
    return isDisturbed;
  }

  public synchronized void strike(Strike strike) {
    isDisturbed = true;
    strikes.add(strike);
  }

  /** A client writes one row; empty when that server refused it. */
  public synchronized Optional<Transaction> write(SimulatedServer server, String schema) {
    isBusy = true;
    return server.write(++rows, schema);
  }

  /** Somebody writes there, unlogged, the row that a client writes next on the source. */
  public synchronized void writeBeforehand(SimulatedServer server, String schema) {
    server.insert(new Transaction(rows + 1, Optional.empty(), 0, time.instant(), schema));
    beforehand = rows + 1;
  }

  /** And takes it back. */
  public synchronized void removeWrittenBeforehand(SimulatedServer server) {
    server.remove(beforehand);
  }

  /** So many rows of that schema. */
  public void write(SimulatedServer server, String schema, int count) {
    for (int i = 0; i < count; i++) {
      write(server, schema);
    }
  }

  /** Time passes, and all servers do what they have to do. */
  public void run(Duration duration) {
    isBusy = true;
    try {
      time.pause(duration);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Somebody does something after a while. */
  public synchronized void after(Duration duration, Runnable deed) {
    deeds.put(time.instant().plus(duration), deed);
  }

  /** All servers that are down are started. */
  public void startAll() {
    for (SimulatedServer server : all()) {
      start(server);
    }
  }

  public void start(SimulatedServer server) {
    synchronized (this) {
      comesBack.remove(server.address());
      if (server.isUp()) {
        return;
      }
      isBusy = true;
      starting.add(server.address());
      server.start();
    }
    try {
      onStart.forEach(listener -> listener.accept(server));
    } finally {
      starting.remove(server.address());
    }
  }

  private void pass(Duration duration) {
    long moments = Math.clamp(duration.dividedBy(MOMENT), 1, MOMENTS_MAX);
    for (long moment = 0; moment < moments; moment++) {
      doWhatIsDue();
      if (!work()) {
        return;
      }
    }
  }

  private void doWhatIsDue() {
    List<Runnable> due = new ArrayList<>();
    synchronized (this) {
      SortedMap<Instant, Runnable> past = deeds.headMap(time.instant());
      due.addAll(past.values());
      past.clear();
      comesBack.entrySet().stream()
          .filter(each -> !each.getValue().isAfter(time.instant()))
          .flatMap(each -> find(each.getKey()).stream())
          .forEach(server -> due.add(() -> start(server)));
    }
    isBusy |= !due.isEmpty();
    due.forEach(Runnable::run);
  }

  /** Whether anything was done: where not, nothing is until something comes in. */
  private synchronized boolean work() {
    if (!isBusy) {
      return false;
    }
    isBusy = false;
    for (SimulatedServer server : servers.values()) {
      if (server.isUp()) {
        server.letClientsIn();
        for (SimulatedChannel channel : server.channels()) {
          isBusy |= channel.receive(find(channel.source()));
          isBusy |= channel.applier().work();
          isBusy |= channel.carryOutWhatWaits();
        }
      }
    }
    // What was received in this moment is acknowledged in it.
    for (SimulatedServer server : servers.values()) {
      isBusy |= server.isUp() && server.acks().work(below(server), time.instant());
    }
    return isBusy;
  }

  /** Something is asked of a server that changes nothing. */
  synchronized <T> T ask(SimulatedServer server, Supplier<T> question) {
    time.tick(ROUND_TRIP);
    requireUp(server);
    return question.get();
  }

  private static void requireUp(SimulatedServer server) {
    if (!server.isUp()) {
      throw unreachable(server, ErrorCode.CONNECTION_REFUSED, "does not answer");
    }
  }

  private static OrchestratorException unreachable(
      SimulatedServer server, ErrorCode code, String what) {
    return new OrchestratorException(
        code,
        server.address().toString(),
        "%s %s.".formatted(server.address(), what),
        List.of("start it"));
  }

  /** What is said in the meantime is part of no operation: nothing comes in between. */
  void unnoticed(Runnable work) {
    unnoticed.incrementAndGet();
    try {
      work.run();
    } finally {
      unnoticed.decrementAndGet();
    }
  }

  /** A statement reaches a server, and has that effect. */
  void say(SimulatedServer server, String text, Runnable effect) {
    time.tick(ROUND_TRIP);
    isBusy = true;
    requireUp(server);
    if (unnoticed.get() > 0) {
      effect.run();
      isBusy = true;
      return;
    }
    Said said = new Said(server.address(), text);
    onStatement.forEach(listener -> listener.accept(said));
    int number;
    synchronized (this) {
      statements.add(said);
      number = statements.size();
    }
    due(number, false).forEach(strike -> strike(strike.disturbance(), server));
    failWhereCutOff(server);
    synchronized (this) {
      requireUp(server);
      Noticed before = Noticed.of(server);
      effect.run();
      onEffect.forEach(listener -> listener.noticed(said, before, server));
      // After it: who works meanwhile on another thread finds nothing to do.
      isBusy = true;
    }
    due(number, true).forEach(strike -> strike(strike.disturbance(), server));
  }

  private static void failWhereCutOff(SimulatedServer server) {
    if (Permit.current().filter(Permit::isWithdrawn).isPresent()) {
      throw unreachable(server, ErrorCode.CONNECTION_LOST, "ended the connection");
    }
  }

  private synchronized List<Strike> due(int statement, boolean isAfter) {
    List<Strike> due =
        strikes.stream()
            .filter(each -> each.statement() == statement && each.isAfter() == isAfter)
            .toList();
    strikes.removeAll(due);
    return due;
  }

  private void strike(Disturbance disturbance, SimulatedServer server) {
    switch (disturbance) {
      case CONTROLLER_KILLED -> throw new BrokenOff();
      case DISPLACED -> takeOver.run();
      case CONNECTION_CUT ->
          throw unreachable(server, ErrorCode.CONNECTION_LOST, "broke the connection");
      case SERVER_KILLED -> {
        killFor(server, BACK_AFTER);
        throw unreachable(server, ErrorCode.CONNECTION_LOST, "broke the connection");
      }
      case SERVER_LOST -> {
        killFor(server, LOST_FOR);
        throw unreachable(server, ErrorCode.CONNECTION_LOST, "broke the connection");
      }
      case STATEMENT_FAILS ->
          throw new OrchestratorException(
              ErrorCode.STATEMENT_FAILED,
              server.address().toString(),
              server.address() + " refuses it.",
              List.of("ask the server why"));
      case SOMEBODY_STOPS -> server.stopReplication();
      case SOMEBODY_STARTS -> server.startReplication();
    }
  }

  private synchronized void killFor(SimulatedServer server, Duration away) {
    isBusy = true;
    server.kill();
    comesBack.put(server.address(), time.instant().plus(away));
  }

  /** One becomes a copy of another one, and starts again by itself. */
  synchronized void copy(SimulatedServer server, SimulatedServer donor) {
    server.become(donor);
    comesBack.put(server.address(), time.instant().plus(COPY_TAKES));
  }

  /** How many there are. */
  synchronized int sessionsOf(SimulatedServer server) {
    return server.clients() + below(server).size();
  }

  /** The sessions of clients, and of the replicas below. */
  synchronized int endSessions(SimulatedServer server) {
    int ended = server.endClients();
    for (SimulatedServer each : servers.values()) {
      for (SimulatedChannel channel : each.channels()) {
        if (channel.source().equals(server.address()) && channel.isConnected()) {
          channel.disconnect();
          ended++;
        }
      }
    }
    return ended;
  }

  /** Who receives from a server now. */
  synchronized List<SimulatedServer> below(SimulatedServer server) {
    return servers.values().stream()
        .filter(each ->
            each.channels().stream()
                .anyMatch(
                    channel -> channel.source().equals(server.address()) && channel.isConnected()))
        .toList();
  }

  @Override
  public synchronized String toString() {
    StringBuilder text = new StringBuilder();
    servers.values().forEach(server -> text.append("  ").append(server).append('\n'));
    text.append("  said: ").append(statements);
    return text.toString();
  }
}

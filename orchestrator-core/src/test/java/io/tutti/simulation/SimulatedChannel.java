package io.tutti.simulation;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One channel of a simulated replica: its receiver, its relay log, its applier. */
final class SimulatedChannel {
  private static final int REFUSED = 1045;
  private static final int GONE = 2003;
  private static final int PURGED = 1236;

  /** Of one moment. */
  private static final int RECEIVED_AT_ONCE = 8;

  private final String name;
  private final SimulatedServer server;
  private final RelayLog relayLog = new RelayLog();
  private final SimulatedApplier applier;
  private InstanceAddress source;
  private Positioning by;
  private boolean receives;
  private boolean isConnected;
  private String waitsFor = "";
  private Optional<LastError> error = Optional.empty();
  private BinlogPosition read = new BinlogPosition("none.000000", 0);
  private GtidSet retrieved;
  private Observed<String> sourceUuid = Observed.absent("nothing was received yet");
  private Observed<Long> sourceServerId = Observed.absent("nothing was received yet");

  /** What was said to it while its server continued with a STOP. */
  private final List<Runnable> waiting = new ArrayList<>();

  /** Whether it asks for what comes after its names, as after a change of its source. */
  private boolean seeksPlace = true;

  SimulatedChannel(String name, SimulatedServer server, InstanceAddress source, Positioning by) {
    this.name = name;
    this.server = server;
    this.source = source;
    this.by = by;
    this.retrieved = server.naming().none();
    this.applier = new SimulatedApplier(server, relayLog);
  }

  String name() {
    return name;
  }

  InstanceAddress source() {
    return source;
  }

  Positioning by() {
    return by;
  }

  RelayLog relayLog() {
    return relayLog;
  }

  SimulatedApplier applier() {
    return applier;
  }

  BinlogPosition read() {
    return read;
  }

  GtidSet retrieved() {
    return retrieved;
  }

  Optional<LastError> receiverError() {
    return error;
  }

  Observed<String> sourceUuid() {
    return sourceUuid;
  }

  Observed<Long> sourceServerId() {
    return sourceServerId;
  }

  ThreadState receiver() {
    if (!receives) {
      return ThreadState.STOPPED;
    }
    return isConnected ? ThreadState.RUNNING : ThreadState.CONNECTING;
  }

  boolean receives() {
    return receives;
  }

  boolean isStopped() {
    return !receives && !applier.runs();
  }

  void startReceiver() {
    dropWhereBothWereStopped();
    if (!receives) {
      receives = true;
      error = Optional.empty();
    }
  }

  void startApplier() {
    dropWhereBothWereStopped();
    applier.start();
  }

  /** A server of domains empties the relay log of a channel of which both threads were stopped. */
  private void dropWhereBothWereStopped() {
    if (isStopped() && by != Positioning.LOG_POSITION && by != Positioning.AUTO_POSITION) {
      dropReceived();
    }
  }

  void afterItsStop(Runnable effect) {
    waiting.add(effect);
  }

  /** Whether anything was carried out late. */
  boolean carryOutWhatWaits() {
    if (waiting.isEmpty() || applier.isStopping() || server.isDiskFull()) {
      return false;
    }
    List<Runnable> due = List.copyOf(waiting);
    waiting.clear();
    due.forEach(Runnable::run);
    return true;
  }

  void stopReceiver() {
    receives = false;
    isConnected = false;
  }

  /** The source has ended the session. */
  void disconnect() {
    isConnected = false;
  }

  boolean isConnected() {
    return isConnected;
  }

  /** Whoever has no room for more receives nothing. */
  void waitForRoom(String says) {
    waitsFor = says;
  }

  String receiverSays() {
    if (!isConnected) {
      return "";
    }
    return waitsFor.isEmpty() ? "Waiting for source to send event" : waitsFor;
  }

  /** From another source, or from another place; what was received is dropped. */
  void follow(InstanceAddress wanted, Positioning positioning, Optional<BinlogPosition> place) {
    source = wanted;
    by = positioning;
    dropReceived();
    place.ifPresent(at -> {
      read = at;
      applier.goOnAt(at);
    });
    error = Optional.empty();
  }

  void dropReceived() {
    relayLog.reset();
    applier.dropReceived();
    retrieved = server.naming().none();
    seeksPlace = true;
    applier.received(applier.executed());
    if (by == Positioning.LOG_POSITION) {
      read = applier.executed();
    }
  }

  /** As by a kill of the server; whether it keeps its relay logs is said in its option file. */
  void die(boolean keepsRelayLogs) {
    receives = false;
    isConnected = false;
    waiting.clear();
    applier.die();
    if (!keepsRelayLogs) {
      dropReceived();
    }
    if (by != Positioning.LOG_POSITION && by != Positioning.AUTO_POSITION) {
      retrieved = server.naming().none();
    }
  }

  /** It remembers an old place of its receiver. */
  void forgetPlaceTo(BinlogPosition old) {
    read = old;
  }

  /** Whether anything was received, or the connection changed. */
  boolean receive(Optional<SimulatedServer> reached) {
    if (!receives || !waitsFor.isEmpty()) {
      return false;
    }
    boolean wasConnected = isConnected;
    if (reached.isEmpty() || !reached.get().isUp()) {
      fail(GONE, "Can't connect to server on " + source);
    } else if (!isConnected && !reached.get().variables().letsClientsIn()) {
      fail(REFUSED, "Access denied by " + source);
    } else {
      return receive(reached.get()) || !wasConnected;
    }
    return wasConnected;
  }

  private boolean receive(SimulatedServer from) {
    if (!isConnected) {
      connect(from);
    }
    if (!receives) {
      return true;
    }
    Optional<List<Logged>> next = next(from);
    if (next.isEmpty()) {
      stopFor("Could not find first log file name in binary log index file");
      return true;
    }
    next.get().stream().limit(RECEIVED_AT_ONCE).forEach(this::take);
    if (next.get().size() <= RECEIVED_AT_ONCE) {
      read = from.binlog().position();
      applier.received(read);
    }
    return !next.get().isEmpty();
  }

  private void connect(SimulatedServer from) {
    sourceUuid = from.uuid();
    sourceServerId = Observed.known(from.serverId());
    error = Optional.empty();
    if (by == Positioning.AUTO_POSITION
        && !server.names().executed().contains(from.names().read().purged().asOptional().get())) {
      stopFor("the source has purged required binary logs");
      return;
    }
    isConnected = true;
    if (seeksPlace && retrieved instanceof MariaDbGtidSet) {
      retrieved = server.names().read().replicated().asOptional().orElseThrow();
    }
    seeksPlace = false;
  }

  /** What it has not received yet; empty where the source has no such place. */
  private Optional<List<Logged>> next(SimulatedServer from) {
    if (by == Positioning.LOG_POSITION) {
      return from.binlog().after(read);
    }
    GtidSet had =
        by == Positioning.AUTO_POSITION ? server.names().executed().union(retrieved) : retrieved;
    return Optional.of(
        from.binlog().transactions().stream()
            .filter(each -> each.transaction().gtid().filter(had::containsGtid).isEmpty())
            .toList());
  }

  private void take(Logged logged) {
    relayLog.add(logged);
    read = logged.end();
    applier.received(read);
    logged
        .transaction()
        .gtid()
        .ifPresent(name -> {
          GtidSet more = retrieved.with(name);
          retrieved = more instanceof MariaDbGtidSet domains ? domains.heads() : more;
        });
  }

  private void fail(int number, String message) {
    isConnected = false;
    error = Optional.of(new LastError(number, message, Optional.empty()));
  }

  private void stopFor(String message) {
    fail(PURGED, message);
    receives = false;
  }
}

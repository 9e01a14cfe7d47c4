package io.tutti.simulation;

import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.StatusCounters;
import io.tutti.model.ThreadCounts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One simulated server: its rows, its names, its binlog, its channels, and the process that runs
 * it. A test speaks to it as its administrator, its clients and its host do; operations by the SPI.
 */
public final class SimulatedServer {
  static final String STARTS = "Starts";
  static final String STOPS = "Stops";

  private final InstanceAddress address;
  private final Naming naming;
  private final InstantSource clock;
  private final UUID uuid;
  private final long serverId;
  private final Variables variables;
  private final Binlog binlog;
  private final Names names;
  private final Map<String, SimulatedChannel> channels = new TreeMap<>();

  /** In the order in which they were committed. */
  private final LinkedHashSet<Long> rows = new LinkedHashSet<>();

  private final SortedSet<Long> dropped = new TreeSet<>();
  private final Set<String> locked = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> counters = new TreeMap<>();
  private boolean hidesChannels;
  private boolean isDiskFull;
  private boolean isUp = true;
  private Instant startedAt;
  private long connections;
  private int process = 1;
  private int clients = 2;
  private CopyOfServer copy = CopyOfServer.NONE;
  private final SimulatedEvents events = new SimulatedEvents();
  private final SimulatedAcks acks = new SimulatedAcks(this);

  SimulatedServer(InstanceAddress address, Naming naming, long serverId, InstantSource clock) {
    this.address = address;
    this.naming = naming;
    this.clock = clock;
    this.serverId = serverId;
    this.uuid = UUID.nameUUIDFromBytes(address.toString().getBytes(StandardCharsets.UTF_8));
    this.variables = new Variables(naming);
    this.binlog = new Binlog(naming, serverId);
    this.names = new Names(naming, uuid, serverId);
    this.startedAt = clock.instant();
    binlog.beginProcess(startedAt, names.forHead());
    countAgain();
  }

  public InstanceAddress address() {
    return address;
  }

  Naming naming() {
    return naming;
  }

  Observed<String> uuid() {
    return naming.hasUuids()
        ? Observed.known(uuid.toString())
        : Observed.absent("this flavor has none");
  }

  long serverId() {
    return serverId;
  }

  Variables variables() {
    return variables;
  }

  Binlog binlog() {
    return binlog;
  }

  Names names() {
    return names;
  }

  public boolean isUp() {
    return isUp;
  }

  Instant startedAt() {
    return startedAt;
  }

  int process() {
    return process;
  }

  long connect() {
    return ++connections;
  }

  long connections() {
    return connections;
  }

  StatusCounters counters() {
    return StatusCounters.of(counters)
        .meaning(
            new ThreadCounts(
                Observed.known(counters.getOrDefault(STARTS, 0L)),
                Observed.known(counters.getOrDefault(STOPS, 0L)),
                Observed.absent("it is not counted")));
  }

  void count(String counter) {
    counters.merge(counter, 1L, Long::sum);
  }

  private void countAgain() {
    counters.clear();
    counters.putAll(Map.of("Questions", 0L, STARTS, 0L, STOPS, 0L));
  }

  SimulatedAcks acks() {
    return acks;
  }

  /** Its commits wait for so many acknowledgements, and so long at most. */
  public SimulatedServer requiresAcks(long count, Duration timeout) {
    acks.require(count, timeout);
    return this;
  }

  /** It acknowledges what it receives. */
  public SimulatedServer acknowledges() {
    acks.acknowledge();
    return this;
  }

  /** Rows that its clients were told of once enough replicas had acknowledged them. */
  public SortedSet<Long> acknowledgedRows() {
    return acks.acknowledgedRows();
  }

  CopyOfServer copy() {
    return copy;
  }

  List<SimulatedChannel> channels() {
    return new ArrayList<>(channels.values());
  }

  Optional<SimulatedChannel> channel(String name) {
    return Optional.ofNullable(channels.get(name));
  }

  public void endChannel(String name) {
    channels.remove(name);
  }

  /** From now on its receivers receive nothing, and say that; with an empty text, they go on. */
  public void receiversWait(String says) {
    channels.values().forEach(channel -> channel.waitForRoom(says));
  }

  /** What it has, in the order of its commits. */
  public List<Long> rows() {
    return List.copyOf(rows);
  }

  /** What it has received and not applied. */
  public SortedSet<Long> received() {
    SortedSet<Long> received = new TreeSet<>();
    channels
        .values()
        .forEach(channel ->
            channel.relayLog().left().forEach(entry -> received.add(entry.transaction().row())));
    return received;
  }

  /** What it had received and not applied when it was killed, and does not keep. */
  public SortedSet<Long> dropped() {
    return new TreeSet<>(dropped);
  }

  /** In its option file, and in force. */
  public SimulatedServer configure(String name, String value) {
    variables.configure(name, value);
    return this;
  }

  /** In force until its next start. */
  public void set(String name, String value) {
    variables.set(name, value);
  }

  /** What is in force. */
  public String shows(String name) {
    return variables.text(name);
  }

  public SimulatedServer readOnly() {
    return configure(Variables.READ_ONLY, "ON");
  }

  /** So many that do not keep the order of commits. */
  public SimulatedServer unorderedWorkers(int count) {
    configure(Variables.KEEPS_ORDER, "OFF");
    return configure(Variables.WORKERS, Integer.toString(count));
  }

  /** Lets it replicate by the default channel, and starts that. */
  public SimulatedServer replicatesFrom(SimulatedServer source) {
    return replicatesFrom(source, "");
  }

  public SimulatedServer replicatesFrom(SimulatedServer source, String channel) {
    SimulatedChannel from =
        new SimulatedChannel(channel, this, source.address(), naming.positioning());
    channels.put(channel, from);
    if (naming.positioning() == Positioning.LOG_POSITION) {
      from.follow(source.address(), naming.positioning(), Optional.of(source.binlog.position()));
    }
    startReplication();
    return this;
  }

  /** The only channel of a copy, which is stopped. */
  void attach(InstanceAddress source, Optional<BinlogPosition> place) {
    Positioning by = place.isPresent() ? Positioning.LOG_POSITION : naming.positioning();
    SimulatedChannel channel = new SimulatedChannel("", this, source, by);
    channel.follow(source, by, place);
    channels.put("", channel);
  }

  public void startReplication() {
    channels
        .values()
        .forEach(channel -> {
          channel.startReceiver();
          channel.startApplier();
        });
  }

  /** As a person's STOP. */
  public void stopReplication() {
    channels
        .values()
        .forEach(channel -> {
          channel.applier().stop();
          channel.stopReceiver();
        });
  }

  /** As a person's STOP of the appliers alone. */
  public void stopApplier() {
    channels.values().forEach(channel -> channel.applier().stop());
  }

  /** As a person's START of the receivers alone. */
  public void startReceivers() {
    channels.values().forEach(SimulatedChannel::startReceiver);
  }

  /** The same of the appliers. */
  public void startAppliers() {
    channels.values().forEach(SimulatedChannel::startApplier);
  }

  /** It remembers where its receivers was long ago. */
  public void forgetReceived(BinlogPosition old) {
    channels.values().forEach(channel -> channel.forgetPlaceTo(old));
  }

  /** Where it writes next. */
  public BinlogPosition binlogEnd() {
    return binlog.position();
  }

  /** Whether a receiver of it runs. */
  public boolean isReceiving() {
    return channels.values().stream().anyMatch(SimulatedChannel::receives);
  }

  /** Whether clients can write now. */
  public boolean takesWrites() {
    return isUp && variables.letsClientsIn() && variables.letsClientsWrite();
  }

  boolean hasRow(long row) {
    return rows.contains(row);
  }

  SimulatedEvents events() {
    return events;
  }

  /** Those that would run now, were it not for what keeps writes from it. */
  public List<String> runningEvents() {
    return isUp && variables.isOn(Variables.SCHEDULES) ? events.enabled() : List.of();
  }

  ScheduledEvents reportedEvents() {
    return events.reported(variables.isOn(Variables.SCHEDULES));
  }

  public String setting(String name) {
    return variables.text(name);
  }

  /** Its scheduler runs, also after a restart. */
  public SimulatedServer scheduling() {
    return configure(Variables.SCHEDULES, "ON");
  }

  /** A client's commit; empty when it was refused. */
  Optional<Transaction> write(long row, String schema) {
    if (!isUp
        || acks.isWaiting()
        || !variables.letsClientsWrite()
        || (clients == 0 && !variables.letsClientsIn())) {
      return Optional.empty();
    }
    Transaction written =
        new Transaction(row, names.next(schema), serverId, clock.instant(), schema);
    binlog.append(written);
    if (!acks.holdsBack(written, clock.instant())) {
      finish(written);
    }
    return Optional.of(written);
  }

  /** Others see it now. */
  void finish(Transaction written) {
    rows.add(written.row());
    events.written(written);
    names.written(written);
  }

  /** False when the row is there already; an empty transaction has none. */
  boolean insert(Transaction transaction) {
    events.replicated(transaction);
    return transaction.row() == 0 || rows.add(transaction.row());
  }

  void remove(long row) {
    rows.remove(row);
  }

  void noteApplied(Transaction transaction) {
    boolean isLogged = variables.isOn(Variables.LOGS_REPLICATED);
    names.applied(transaction, isLogged);
    if (isLogged) {
      binlog.append(transaction);
    }
  }

  /** An empty transaction of that name, or the place of its domain moved past it. */
  void skip(Gtid gtid) {
    names.skip(gtid);
    if (naming == Naming.UUIDS) {
      binlog.append(new Transaction(0, Optional.of(gtid), serverId, clock.instant(), "none"));
    }
  }

  /** Somebody holds a lock that transactions of that schema wait for. */
  public void lock(String schema) {
    locked.add(schema);
  }

  boolean waitsForALock() {
    return !locked.isEmpty();
  }

  public void unlock(String schema) {
    locked.remove(schema);
  }

  /** Its receiver waits for room then, and so does each STOP of it. */
  public void fillDisk() {
    isDiskFull = true;
  }

  public void freeDisk() {
    isDiskFull = false;
  }

  boolean isDiskFull() {
    return isDiskFull;
  }

  boolean isLocked(String schema) {
    return locked.contains(schema);
  }

  int clients() {
    return clients;
  }

  int endClients() {
    int ended = clients;
    clients = 0;
    return ended;
  }

  /** Who was sent away tries again and again. */
  void letClientsIn() {
    if (variables.letsClientsIn()) {
      clients = 2;
    } else if (variables.has(Variables.OFFLINE)) {
      clients = 0;
    }
  }

  /** As a 5.6 does not show what it replicates while a STOP waits in it. */
  public void hideChannelsWhileAStopWaits() {
    hidesChannels = true;
  }

  boolean isHidingChannels() {
    return hidesChannels
        && channels.values().stream().anyMatch(channel -> channel.applier().isStopping());
  }

  public void rotateBinlog() {
    binlog.rotate(clock.instant(), names.forHead());
  }

  /** All binlogs but the newest are deleted. */
  public void purgeBinlogs() {
    rotateBinlog();
    names.purgedBefore(names.forHead());
    binlog.purge();
  }

  /** The newest one continues. */
  public void purgeEarlierBinlogs() {
    binlog.purge();
    names.purgedBefore(binlog.before());
  }

  void wipeBinlogs() {
    binlog.wipe(clock.instant());
    names.wipe();
  }

  /** {@code kill -9}: nothing that was committed is lost. */
  public void kill() {
    if (isUp) {
      end();
    }
  }

  /** Killed, and its newest rows are gone, though its binlog has them. */
  public List<Long> killLosingRows(int count) {
    kill();
    List<Long> all = new ArrayList<>(rows);
    List<Long> lost = all.subList(Math.max(0, all.size() - count), all.size());
    lost.forEach(rows::remove);
    return List.copyOf(lost);
  }

  /** Its host died: the end of the binlog is gone, and the rows with it. */
  public List<Long> crashLosingBinlogEnd(int count) {
    kill();
    List<Long> lost = binlog.loseEnd(count).stream().map(each -> each.transaction().row()).toList();
    lost.forEach(rows::remove);
    return lost;
  }

  /** Its host died: the end of the binlog is gone, and the rows are there. */
  public void crashLosingBinlogEndOnly(int count) {
    kill();
    binlog.loseEnd(count);
  }

  public void shutDown() {
    stopReplication();
    binlog.endInOrder();
    end();
  }

  private void end() {
    isUp = false;
    clients = 0;
    acks.die();
    locked.clear();
    boolean keeps = !variables.isOn(Variables.RECOVERS_RELAY_LOG) && naming.keepsReceived();
    if (!keeps) {
      dropped.addAll(received());
    }
    channels
        .values()
        .forEach(channel -> channel.die(!variables.isOn(Variables.RECOVERS_RELAY_LOG)));
  }

  /** A new process, with what its option file says. */
  public void start() {
    if (isUp) {
      return;
    }
    isUp = true;
    process++;
    connections = 0;
    startedAt = clock.instant();
    variables.reset();
    names.recover(binlog);
    acks.start();
    binlog.beginProcess(startedAt, names.forHead());
    countAgain();
    letClientsIn();
    if (variables.isOn(Variables.STARTS_REPLICATION)) {
      startReplication();
    }
  }

  /** All that it had is gone; it ends with a copy of another one, which it is once it starts. */
  void become(SimulatedServer donor) {
    copy = copy.of(donor, clock.instant());
    rows.clear();
    rows.addAll(donor.rows);
    names.become(donor.names);
    channels.clear();
    donor.channels.values().forEach(this::takeOver);
    binlog.wipe(clock.instant());
    kill();
  }

  private void takeOver(SimulatedChannel theirs) {
    SimulatedChannel channel =
        new SimulatedChannel(theirs.name(), this, theirs.source(), theirs.by());
    channel.follow(theirs.source(), theirs.by(), Optional.of(theirs.applier().executed()));
    channels.put(theirs.name(), channel);
  }

  boolean startsReplication() {
    return variables.isOn(Variables.STARTS_REPLICATION);
  }

  /** Its replication is started by a person alone, also after a restart. */
  public SimulatedServer startsNothing() {
    return configure(Variables.STARTS_REPLICATION, "OFF");
  }

  /** It continues with the relay logs that it had before its start. */
  public SimulatedServer keepsRelayLogs() {
    return configure(Variables.RECOVERS_RELAY_LOG, "OFF");
  }

  GtidSet executed() {
    return names.executed();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(address.toString());
    text.append(isUp ? " " : " (down) ").append(variables.all());
    text.append("\n    rows ").append(rows);
    text.append(" executed ").append(names.executed()).append(" at ").append(binlog.position());
    for (SimulatedChannel channel : channels.values()) {
      text.append(
          "\n    from %s: receiver %s up to %s %s, applier %s at %s %s, left %s"
              .formatted(
                  channel.source(),
                  channel.receiver(),
                  channel.read(),
                  channel.receiverError(),
                  channel.applier().runs(),
                  channel.applier().executed(),
                  channel.applier().error(),
                  channel.relayLog().left()));
    }
    return text.toString();
  }
}

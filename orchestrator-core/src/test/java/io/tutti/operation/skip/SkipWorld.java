package io.tutti.operation.skip;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.RowChange;
import io.tutti.fixtures.States;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Applier;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.Positioning;
import io.tutti.model.Receiver;
import io.tutti.model.ServerVersion;
import io.tutti.model.ThreadState;
import io.tutti.operation.Planning;
import io.tutti.operation.StepKind;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.TestBed;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.Detection;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.Greeting;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.Target;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A fake: a replica with five transactions in its relay log, the third of which fails. Counts the
 * statements, so that a test can break off before or after each.
 */
final class SkipWorld implements Servers, TestBed {
  static final InstanceAddress REPLICA = InstanceAddress.parse("db2:3306");

  private static final int COUNT = 5;
  private static final int FAILING = 2;
  private static final int BYTES = 100;

  private final SkipPlanner.Way way;
  private final Set<Integer> applied = new TreeSet<>(Set.of(0, 1));
  private final Set<Integer> left = new TreeSet<>();
  private final List<String> statements = new ArrayList<>();
  private final SimulatedTime time = new SimulatedTime();
  private boolean applies;

  /** Shown until the next start. */
  private boolean failed = true;

  private boolean receives = true;
  private int counter;
  private int brokenOffAt = Integer.MAX_VALUE;
  private boolean brokenOffAfter;

  SkipWorld(SkipPlanner.Way way) {
    this.way = way;
  }

  /** The process of the controller ended between two statements. */
  static final class BrokenOff extends Error {
    private static final long serialVersionUID = 1L;
  }

  void brokenOffAt(int statement, boolean after) {
    brokenOffAt = statement;
    brokenOffAfter = after;
  }

  Set<Integer> applied() {
    return applied;
  }

  Set<Integer> left() {
    return left;
  }

  boolean runs() {
    return applies && receives;
  }

  int counter() {
    return counter;
  }

  List<String> statements() {
    return statements;
  }

  private void say(String statement, Runnable effect) {
    int number = statements.size() + 1;
    if (number == brokenOffAt && !brokenOffAfter) {
      brokenOffAt = Integer.MAX_VALUE;
      throw new BrokenOff();
    }
    statements.add(statement);
    effect.run();
    if (number == brokenOffAt) {
      brokenOffAt = Integer.MAX_VALUE;
      throw new BrokenOff();
    }
  }

  private void apply() {
    applies = true;
    failed = false;
    for (int next = 0; next < COUNT; next++) {
      if (applied.contains(next) || left.contains(next)) {
        continue;
      }
      if (counter > 0) {
        counter--;
        left.add(next);
      } else if (next == FAILING) {
        applies = false;
        failed = true;
        return;
      } else {
        applied.add(next);
      }
    }
  }

  private static Gtid gtid(SkipPlanner.Way way, int place) {
    return Gtid.parse(
        way == SkipPlanner.Way.EMPTY_TRANSACTION
            ? "3e11fa47-71ca-11e1-9e33-c80aa9429562:" + (place + 1)
            : "1-1-" + (place + 1));
  }

  private static BinlogPosition begin(String file, int place) {
    return new BinlogPosition(file, 4 + (long) place * BYTES);
  }

  private int stands() {
    for (int place = 0; place < COUNT; place++) {
      if (!applied.contains(place) && !left.contains(place)) {
        return place;
      }
    }
    return COUNT;
  }

  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    return new FakeSession(address);
  }

  @Override
  public List<Planning> plannings() {
    return List.of(new SkipPlanning(this, this::snapshot));
  }

  @Override
  public List<StepKind> stepKinds() {
    return SkipSteps.kinds(this, time);
  }

  private TopologySnapshot snapshot() {
    return TopologySnapshot.of(
        States.NOW,
        List.of(node(States.of("db1:3306").writable().build()), node(state())),
        Map.of(),
        Map.of());
  }

  private static Node node(InstanceState state) {
    return Node.found(state.address(), Optional.empty(), States.NOW).withState(state);
  }

  /** It does not start replication by itself, and the counter is lost. */
  @Override
  public void restartServer(InstanceAddress server) {
    applies = false;
    failed = false;
    counter = 0;
  }

  private Observed<GtidSet> executed() {
    return switch (way) {
      case NEXT -> Observed.absent("it has no GTIDs");
      case EMPTY_TRANSACTION -> {
        GtidSet set = GtidSet.parse(gtid(way, 0).toString());
        for (int place = 0; place < stands(); place++) {
          set = set.with(gtid(way, place));
        }
        yield Observed.known(set);
      }
      case DOMAIN_POSITION -> Observed.known(GtidSet.parse(gtid(way, stands() - 1) + ",2-1-9"));
    };
  }

  private Channel channel() {
    Optional<LastError> error =
        failed
            ? Optional.of(new LastError(1062, "Duplicate entry", Optional.empty()))
            : Optional.empty();
    Channel plain =
        States.channel(
            "",
            "db1:3306",
            receives ? ThreadState.RUNNING : ThreadState.STOPPED,
            applies ? ThreadState.RUNNING : ThreadState.STOPPED,
            error);
    Receiver receiver = plain.receiver();
    Applier applier = plain.applier();
    boolean byDomain = way == SkipPlanner.Way.DOMAIN_POSITION;
    return new Channel(
        plain.name(),
        plain.source(),
        plain.sourceUuid(),
        Observed.known(1L),
        switch (way) {
          case NEXT -> Positioning.LOG_POSITION;
          case EMPTY_TRANSACTION -> Positioning.AUTO_POSITION;
          case DOMAIN_POSITION -> Positioning.REPLICA_POS;
        },
        new Receiver(
            receiver.state(),
            receiver.stateText(),
            receiver.read(),
            byDomain ? Observed.known(GtidSet.parse("1-1-5,2-1-9")) : receiver.retrieved(),
            receiver.lastError(),
            receiver.heartbeatPeriod(),
            receiver.connectRetry(),
            receiver.tls()),
        new Applier(
            applier.state(),
            applier.stateText(),
            Observed.known(begin("binlog.000001", stands())),
            byDomain
                ? Observed.unknown("domains ran past each other")
                : Observed.known(begin("relay.000001", stands())),
            applier.relayLogBytes(),
            applier.lastError(),
            applier.delay(),
            applier.workers()),
        plain.lag());
  }

  private InstanceState state() {
    InstanceState plain = States.of(REPLICA.toString()).channel(channel()).build();
    return new InstanceState(
        plain.address(),
        plain.version(),
        plain.observedAt(),
        plain.identity(),
        plain.writeProtection(),
        plain.binlog(),
        new GtidState(
            Observed.known(way == SkipPlanner.Way.DOMAIN_POSITION ? "strict" : "ON"),
            executed(),
            Observed.absent("-"),
            Observed.absent("-")),
        plain.durability(),
        new ParallelSettings(Observed.known(0L), Observed.known(""), Observed.known(false)),
        plain.semiSync(),
        plain.uptime(),
        plain.settings(),
        plain.counters(),
        plain.channels(),
        plain.replicas(),
        plain.stalledStatements(),
        plain.tables());
  }

  private List<LogReader.LogEvent> relayed(Optional<BinlogPosition> from) {
    List<LogReader.LogEvent> events = new ArrayList<>();
    for (int place = 0; place < COUNT; place++) {
      BinlogPosition at = begin("relay.000001", place);
      if (from.isPresent() && at.position() < from.get().position()) {
        continue;
      }
      long end = begin("binlog.000001", place + 1).position();
      String name = gtid(way, place).toString();
      events.add(
          switch (way) {
            case NEXT -> new LogReader.LogEvent(at, "Query", 1, end - 60, "BEGIN");
            case EMPTY_TRANSACTION ->
                new LogReader.LogEvent(at, "Gtid", 1, end - 60, "GTID_NEXT= '" + name + "'");
            case DOMAIN_POSITION ->
                new LogReader.LogEvent(at, "Gtid", 1, end - 60, "BEGIN GTID " + name);
          });
      events.add(new LogReader.LogEvent(at, "Table_map", 1, end - 40, "table_id: 7 (shop.orders)"));
      events.add(new LogReader.LogEvent(at, "Write_rows", 1, end - 20, "table_id: 7"));
      events.add(new LogReader.LogEvent(at, "Xid", 1, end, "COMMIT"));
    }
    return events;
  }

  private final class FakeSession implements Session, ReplicationControl {
    private final InstanceAddress address;

    FakeSession(InstanceAddress address) {
      this.address = address;
    }

    @Override
    public FlavorProvider provider() {
      return new FakeFlavor();
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return address.equals(REPLICA) ? state() : States.of(address.toString()).build();
    }

    @Override
    public ReplicationControl control() {
      return this;
    }

    /** With one row, of which there is no more to tell. */
    @Override
    public BinlogReader binlog() {
      return (transaction, serverId, each, deadline) ->
          each.accept(
              new RowChange(
                  RowChange.Kind.INSERT,
                  "shop.orders",
                  List.of(),
                  List.of(new RowChange.Cell("id", "7"))));
    }

    @Override
    public LogReader logs() {
      return (log, channel, from, countMax, deadline) ->
          log == LogReader.Log.RELAY
              ? relayed(from)
              : List.of(
                  new LogReader.LogEvent(
                      new BinlogPosition("binlog.000001", 4), "Gtid_list", 1, 40, "[]"));
    }

    @Override
    public void start(ReplicationThread thread, String channel, Deadline deadline) {
      say(
          "START " + thread,
          () -> {
            if (thread == ReplicationThread.RECEIVER) {
              receives = true;
            } else {
              apply();
            }
          });
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      say(
          "STOP " + thread,
          () -> {
            if (thread == ReplicationThread.RECEIVER) {
              receives = false;
            } else {
              applies = false;
            }
          });
    }

    @Override
    public void skipTransaction(Gtid gtid, String channel, Deadline deadline) {
      if (applies || (way == SkipPlanner.Way.DOMAIN_POSITION && receives)) {
        throw new AssertionError("it runs");
      }
      say("SKIP " + gtid, () -> left.add(FAILING));
    }

    @Override
    public void skipNext(int count, String channel, Deadline deadline) {
      if (applies) {
        throw new AssertionError("it runs");
      }
      say("SKIP " + count, () -> counter = count);
    }

    @Override
    public void set(KnobSetting setting, Deadline deadline) {
      throw new AssertionError("it sets nothing");
    }

    @Override
    public void persist(KnobSetting setting, Deadline deadline) {
      throw new AssertionError("it keeps nothing");
    }

    @Override
    public void forget(ServerKnob knob, Deadline deadline) {
      throw new AssertionError("it keeps nothing");
    }

    @Override
    public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
      throw new AssertionError("it has no knobs");
    }

    @Override
    public void close() {
      // Nothing was opened.
    }
  }

  private final class FakeFlavor implements FlavorProvider, ReplicationStatements {
    @Override
    public String id() {
      return "test-1";
    }

    @Override
    public String description() {
      return "made up";
    }

    @Override
    public Set<Capability> capabilities() {
      return switch (way) {
        case NEXT -> Set.of();
        case EMPTY_TRANSACTION -> Set.of(Capability.UUID_GTID);
        case DOMAIN_POSITION -> Set.of(Capability.DOMAIN_GTID);
      };
    }

    @Override
    public List<String> monitoringGrants(ServerVersion version, String account) {
      return List.of();
    }

    @Override
    public List<Knob> declaredKnobs() {
      return List.of();
    }

    @Override
    public ReplicationStatements replicationStatements(ServerVersion version) {
      return this;
    }

    @Override
    public boolean canConnect(Greeting greeting) {
      return true;
    }

    @Override
    public Detection detect(ServerBanner banner) {
      throw new AssertionError("not part of this test");
    }

    @Override
    public InstanceClient open(Target target) {
      throw new AssertionError("not part of this test");
    }

    @Override
    public String start(ReplicationThread thread, String channel) {
      return "START " + thread;
    }

    @Override
    public String stop(ReplicationThread thread, String channel) {
      return "STOP " + thread;
    }

    @Override
    public List<String> skipTransaction(Gtid gtid) {
      return List.of("SKIP " + gtid);
    }

    @Override
    public List<String> skipNext(int count, String channel) {
      return List.of("SKIP " + count);
    }

    @Override
    public List<String> set(KnobSetting setting) {
      throw new AssertionError("it sets nothing");
    }

    @Override
    public List<String> persist(KnobSetting setting) {
      throw new AssertionError("it keeps nothing");
    }

    @Override
    public String forget(ServerKnob knob) {
      throw new AssertionError("it keeps nothing");
    }

    @Override
    public String optionLine(KnobSetting setting) {
      throw new AssertionError("it keeps nothing");
    }
  }
}

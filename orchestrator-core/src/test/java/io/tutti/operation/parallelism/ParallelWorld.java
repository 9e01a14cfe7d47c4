package io.tutti.operation.parallelism;

import io.tutti.binlog.BinlogReader;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.States;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.ServerVersion;
import io.tutti.model.ThreadState;
import io.tutti.operation.Planning;
import io.tutti.operation.StepKind;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.fixtures.TestBed;
import io.tutti.operation.server.Servers;
import io.tutti.plan.Parameters;
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
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Replicas below one source, each with three knobs of which every kind wants something else to be
 * stopped. Counts the statements, so that a test can break off before or after each.
 */
final class ParallelWorld implements Servers, TestBed, KeptSettings {
  static final String WORKERS = "workers";
  static final String TYPE = "type";
  static final String RETRIES = "retries";

  private static final List<Knob> KNOBS =
      List.of(
          Knob.declare(WORKERS)
              .takes(KnobKind.number(0, 64))
              .byDefault("0")
              .applies(AppliesWhen.NEXT_APPLIER_START)
              .as("Threads."),
          Knob.declare(TYPE)
              .takes(KnobKind.choice("A", "B"))
              .byDefault("A")
              .applies(AppliesWhen.APPLIER_STOPPED)
              .as("Kind."),
          Knob.declare(RETRIES)
              .takes(KnobKind.number(0, 100))
              .byDefault("10")
              .applies(AppliesWhen.LIVE)
              .as("Retries."));

  private final SortedMap<InstanceAddress, Shown> shown = new TreeMap<>();
  private final Map<InstanceAddress, Shown> configured = new HashMap<>();
  private int workersThatStart = Integer.MAX_VALUE;
  private final Map<InstanceAddress, KeptSettings.Kept> kept = new HashMap<>();
  private final List<String> statements = new ArrayList<>();
  private final SimulatedTime time = new SimulatedTime();
  private int brokenOffAt = Integer.MAX_VALUE;
  private boolean brokenOffAfter;
  private boolean ordered = true;
  private Optional<String> refused = Optional.empty();

  /** What a replica shows. */
  record Shown(SortedMap<String, String> values, boolean applies, String workersInForce) {
    static Shown of(boolean applies, Map<String, String> values) {
      SortedMap<String, String> all = new TreeMap<>(Map.of(WORKERS, "0", TYPE, "A", RETRIES, "10"));
      all.putAll(values);
      return new Shown(all, applies, all.getOrDefault(WORKERS, "0"));
    }

    Shown with(String knob, String value) {
      SortedMap<String, String> more = new TreeMap<>(values);
      more.put(knob, value);
      return new Shown(more, applies, workersInForce);
    }

    Shown started() {
      return new Shown(values, true, values.getOrDefault(WORKERS, "0"));
    }

    Shown stopped() {
      return new Shown(values, false, workersInForce);
    }
  }

  /** The process of the controller ended between two statements. */
  static final class BrokenOff extends Error {
    private static final long serialVersionUID = 1L;
  }

  ParallelWorld with(String address, boolean applies, Map<String, String> values) {
    Shown replica = Shown.of(applies, values);
    shown.put(InstanceAddress.parse(address), replica);
    configured.put(InstanceAddress.parse(address), replica);
    return this;
  }

  /** The server has threads for no more workers than these. */
  void startsNoMoreWorkersThan(int count) {
    workersThatStart = count;
  }

  /** Workers do not keep the order of commits. */
  ParallelWorld unordered() {
    ordered = false;
    return this;
  }

  /** The server refuses a statement for want of a privilege. */
  ParallelWorld refusing(String statement) {
    refused = Optional.of(statement);
    return this;
  }

  ParallelWorld brokenOffAt(int statement, boolean after) {
    brokenOffAt = statement;
    brokenOffAfter = after;
    return this;
  }

  Shown replica(String address) {
    return shown.getOrDefault(InstanceAddress.parse(address), Shown.of(false, Map.of()));
  }

  SortedMap<InstanceAddress, Shown> look() {
    return new TreeMap<>(shown);
  }

  List<String> statements() {
    return List.copyOf(statements);
  }

  private void say(InstanceAddress address, String statement, Shown after) {
    int number = statements.size() + 1;
    if (number == brokenOffAt && !brokenOffAfter) {
      brokenOffAt = Integer.MAX_VALUE;
      throw new BrokenOff();
    }
    if (refused.filter(statement::startsWith).isPresent()) {
      throw new OrchestratorException(
          ErrorCode.MISSING_PRIVILEGE,
          address.toString(),
          "The account may not say " + statement + ".",
          List.of("GRANT it"));
    }
    statements.add(address.host() + ": " + statement);
    shown.put(address, after);
    if (number == brokenOffAt) {
      brokenOffAt = Integer.MAX_VALUE;
      throw new BrokenOff();
    }
  }

  @Override
  public Parameters load(InstanceAddress address) {
    KeptSettings.Kept known = kept.get(address);
    return known == null ? Parameters.NONE : known.settings();
  }

  @Override
  public Map<InstanceAddress, KeptSettings.Kept> loadAll() {
    return Map.copyOf(kept);
  }

  @Override
  public void save(InstanceAddress address, KeptSettings.Kept wanted) {
    kept.put(address, wanted);
  }

  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    return new FakeSession(address);
  }

  @Override
  public List<Planning> plannings() {
    return ParallelismPlanning.both(this, catalogues(), this, this::snapshot);
  }

  @Override
  public List<StepKind> stepKinds() {
    return ParallelismSteps.kinds(this, catalogues(), this, time, time);
  }

  private static KnobCatalogues catalogues() {
    return new KnobCatalogues(List.of(new FakeFlavor()));
  }

  private TopologySnapshot snapshot() {
    Map<InstanceAddress, Node> nodes = new HashMap<>();
    nodes.put(InstanceAddress.parse("db1:3306"), node(States.of("db1:3306").writable().build()));
    shown.keySet().forEach(address -> nodes.put(address, node(state(address))));
    return TopologySnapshot.of(States.NOW, nodes.values(), Map.of(), Map.of());
  }

  private static Node node(InstanceState state) {
    return Node.found(state.address(), Optional.empty(), States.NOW).withState(state);
  }

  @Override
  public void restartServer(InstanceAddress server) {
    Shown atBoot = configured.getOrDefault(server, Shown.of(false, Map.of()));
    // What was running starts by itself; what is not in the option file is lost.
    shown.put(server, atBoot.applies() ? atBoot.started() : atBoot);
  }

  private InstanceState state(InstanceAddress address) {
    Shown replica = replica(address.toString());
    Channel channel =
        States.channel(
            "",
            "db1:3306",
            ThreadState.RUNNING,
            replica.applies() ? ThreadState.RUNNING : ThreadState.STOPPED,
            Optional.empty());
    int running = replica.applies() ? Integer.parseInt(replica.workersInForce()) : 0;
    InstanceState plain =
        States.of(address.toString())
            .channel(States.withWorkers(channel, Math.min(running, workersThatStart)))
            .build();
    return new InstanceState(
        plain.address(),
        plain.version(),
        plain.observedAt(),
        plain.identity(),
        plain.writeProtection(),
        plain.binlog(),
        plain.gtid(),
        plain.durability(),
        new ParallelSettings(
            Observed.known(Long.parseLong(replica.values().getOrDefault(WORKERS, "0"))),
            Observed.known(replica.values().getOrDefault(TYPE, "")),
            Observed.known(ordered)),
        plain.semiSync(),
        plain.uptime(),
        plain.settings(),
        plain.counters(),
        plain.channels(),
        plain.replicas(),
        plain.stalledStatements(),
        plain.tables());
  }

  private final class FakeSession implements Session, ReplicationControl {
    private final InstanceAddress address;

    FakeSession(InstanceAddress address) {
      this.address = address;
    }

    private Shown now() {
      return replica(address.toString());
    }

    @Override
    public FlavorProvider provider() {
      return new FakeFlavor();
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return state(address);
    }

    @Override
    public ReplicationControl control() {
      return this;
    }

    @Override
    public BinlogReader binlog() {
      throw new UnsupportedOperationException("no binlog is read for this");
    }

    @Override
    public LogReader logs() {
      throw new AssertionError("it keeps no logs");
    }

    @Override
    public void start(ReplicationThread thread, String channel, Deadline deadline) {
      say(address, "START " + thread, now().started());
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      say(address, "STOP " + thread, now().stopped());
    }

    @Override
    public void set(KnobSetting setting, Deadline deadline) {
      if (setting.knob().appliesWhen() == AppliesWhen.APPLIER_STOPPED && now().applies()) {
        throw new OrchestratorException(
            ErrorCode.REPLICATION_RUNNING, address.toString(), "It runs.", List.of());
      }
      say(address, "SET " + setting, now().with(setting.knob().name(), setting.value()));
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
      return new KnobReading(
          now().values().getOrDefault(knob.name(), ""), Observed.absent("it keeps nothing"));
    }

    @Override
    public void close() {
      // Nothing was opened.
    }
  }

  /** A flavor whose servers are those of this world. */
  private static final class FakeFlavor implements FlavorProvider, ReplicationStatements {
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
      return Set.of(Capability.UUID_GTID);
    }

    @Override
    public List<String> monitoringGrants(ServerVersion version, String account) {
      return List.of();
    }

    @Override
    public List<Knob> declaredKnobs() {
      return KNOBS;
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
    public List<String> set(KnobSetting setting) {
      return List.of("SET " + setting);
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
      return setting.toString();
    }
  }
}

package io.tutti.operation.parallelism;

import io.tutti.capability.Capabilities;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.FakeStatements;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.operation.fixtures.FakeSession;
import io.tutti.operation.fixtures.FakeWorld;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import io.tutti.topology.TopologySnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Replicas below one source, each with three knobs of which every kind wants something else to be
 * stopped.
 */
final class ParallelWorld extends FakeWorld {
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

  private static final FlavorProvider FLAVOR =
      new FakeFlavor(FakeFlavor.ID, Set.of(Capability.UUID_GTID)) {
        @Override
        public List<Knob> declaredKnobs() {
          return KNOBS;
        }
      }.saying(new Words());

  private final SortedMap<InstanceAddress, Shown> shown = new TreeMap<>();
  private final Map<InstanceAddress, Shown> configured = new HashMap<>();
  private int workersThatStart = Integer.MAX_VALUE;
  private boolean ordered = true;
  private Optional<String> refused = Optional.empty();
  private Optional<String> stopBefore = Optional.empty();
  private Optional<String> setBefore = Optional.empty();
  private final Map<InstanceAddress, Long> stopsAsked = new HashMap<>();
  private int uptimeSeconds = 1000;
  private UnaryOperator<Shown> somebody = UnaryOperator.identity();

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

  /** What somebody does to a replica when the scenario says so. */
  ParallelWorld whereSomebody(UnaryOperator<Shown> does) {
    somebody = does;
    return this;
  }

  @Override
  public void somebodyActs(InstanceAddress server) {
    Shown before = replica(server.toString());
    shown.computeIfPresent(server, (address, replica) -> somebody.apply(replica));
    if (before.applies() && !replica(server.toString()).applies()) {
      stopsAsked.merge(server, 1L, Long::sum);
    }
  }

  /** Somebody says STOP to the server just before we first say that. */
  ParallelWorld whereSomebodyStopsBefore(String statement) {
    stopBefore = Optional.of(statement);
    return this;
  }

  /** Somebody sets a value just before we first say that. */
  ParallelWorld whereSomebodySetsBefore(String statement, String knob, String value) {
    setBefore = Optional.of(statement);
    somebody = replica -> replica.with(knob, value);
    return this;
  }

  /** The server is restarted just before we first say that, with this value in its option file. */
  ParallelWorld whereItIsRestartedBefore(String statement, String knob, String value) {
    whereSomebodySetsBefore(statement, knob, value);
    uptimeSeconds = 0;
    return this;
  }

  /** The server refuses a statement for want of a privilege. */
  ParallelWorld refusing(String statement) {
    refused = Optional.of(statement);
    return this;
  }

  Shown replica(String address) {
    return shown.getOrDefault(InstanceAddress.parse(address), Shown.of(false, Map.of()));
  }

  SortedMap<InstanceAddress, Shown> look() {
    return new TreeMap<>(shown);
  }

  private void say(InstanceAddress address, String statement, Shown after) {
    if (refused.filter(statement::startsWith).isPresent()) {
      throw new OrchestratorException(
          ErrorCode.MISSING_PRIVILEGE,
          address.toString(),
          "The account may not say " + statement + ".",
          List.of("GRANT it"));
    }
    if (stopBefore.filter(statement::startsWith).isPresent()) {
      stopBefore = Optional.empty();
      stopsAsked.merge(address, 1L, Long::sum);
    }
    Shown then = after;
    if (setBefore.filter(statement::startsWith).isPresent()) {
      setBefore = Optional.empty();
      then = somebody.apply(after);
    }
    show(address, statement, then);
  }

  private void show(InstanceAddress address, String statement, Shown after) {
    say(address.host() + ": " + statement, () -> shown.put(address, after));
  }

  /** What is kept of the settings of a replica. */
  KeptSettings.Settings load(InstanceAddress address) {
    return records().settings().load(address);
  }

  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    return new Replica(address);
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.of(
        ParallelismCapability.of(ports(FLAVOR, this::snapshot), DriftPolicy.REPORT));
  }

  private TopologySnapshot snapshot() {
    return snapshot(shown.keySet().stream().map(this::state).toArray(States[]::new));
  }

  @Override
  public void restartServer(InstanceAddress server) {
    Shown atStartup = configured.getOrDefault(server, Shown.of(false, Map.of()));
    // What was running starts by itself; what is not in the option file is lost.
    shown.put(server, atStartup.applies() ? atStartup.started() : atStartup);
  }

  private States state(InstanceAddress address) {
    Shown replica = replica(address.toString());
    int running = replica.applies() ? Integer.parseInt(replica.workersInForce()) : 0;
    return States.of(address.toString())
        .uptimeSeconds(uptimeSeconds)
        .threadCounts(
            Observed.absent(States.WHY),
            Observed.known(stopsAsked.getOrDefault(address, 0L)),
            Observed.absent(States.WHY))
        .channel(
            Channels.from(SOURCE)
                .applies(replica.applies())
                .workers(Math.min(running, workersThatStart))
                .build())
        .parallel(
            new ParallelSettings(
                Observed.known(Long.parseLong(replica.values().getOrDefault(WORKERS, "0"))),
                Observed.known(replica.values().getOrDefault(TYPE, "")),
                Observed.known(ordered)));
  }

  private final class Replica extends FakeSession {
    private final InstanceAddress address;

    Replica(InstanceAddress address) {
      super(FLAVOR);
      this.address = address;
    }

    private Shown now() {
      return replica(address.toString());
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return state(address).build();
    }

    @Override
    public void start(ReplicationThread thread, String channel, Deadline deadline) {
      say(address, "START " + thread, now().started());
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      stopsAsked.merge(address, 1L, Long::sum);
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
    public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
      return new KnobReading(
          now().values().getOrDefault(knob.name(), ""), Observed.absent("it keeps nothing"));
    }
  }

  private static final class Words extends FakeStatements {
    @Override
    public List<String> set(KnobSetting setting) {
      return List.of("SET " + setting);
    }

    @Override
    public String optionLine(KnobSetting setting) {
      return setting.toString();
    }
  }
}

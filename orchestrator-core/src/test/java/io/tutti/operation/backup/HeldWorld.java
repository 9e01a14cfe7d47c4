package io.tutti.operation.backup;

import io.tutti.binlog.BinlogReader;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.InMemoryBackupSessions;
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

/** One replica below one source, whose applier can be stopped; counts the statements. */
public final class HeldWorld implements Servers, TestBed {
  public static final InstanceAddress REPLICA = InstanceAddress.parse("db7:3306");

  private final InMemoryBackupSessions sessions = new InMemoryBackupSessions();
  private final SimulatedTime time = new SimulatedTime();
  private final List<String> statements = new ArrayList<>();
  private final boolean startsByItself;
  private boolean applies;
  private boolean blindOnceStopped;
  private boolean stopsTooLate;
  private int brokenOffAt = Integer.MAX_VALUE;
  private boolean brokenOffAfter;

  /** The process of the controller ended between two statements. */
  static final class BrokenOff extends Error {
    private static final long serialVersionUID = 1L;
  }

  public HeldWorld() {
    this(true);
  }

  HeldWorld(boolean applies) {
    this.applies = applies;
    this.startsByItself = applies;
  }

  /** Nothing tells whether it has gaps, once it stands. */
  HeldWorld blindOnceStopped() {
    blindOnceStopped = true;
    return this;
  }

  /** The first STOP is not answered in time, and carried out later. */
  HeldWorld stoppingTooLate() {
    stopsTooLate = true;
    return this;
  }

  HeldWorld brokenOffAt(int statement, boolean after) {
    brokenOffAt = statement;
    brokenOffAfter = after;
    return this;
  }

  public boolean applies() {
    return applies;
  }

  public SimulatedTime time() {
    return time;
  }

  public InMemoryBackupSessions sessions() {
    return sessions;
  }

  List<String> statements() {
    return List.copyOf(statements);
  }

  private void say(String statement, boolean appliesAfter) {
    int number = statements.size() + 1;
    if (number == brokenOffAt && !brokenOffAfter) {
      brokenOffAt = Integer.MAX_VALUE;
      throw new BrokenOff();
    }
    statements.add(statement);
    applies = appliesAfter;
    if (number == brokenOffAt) {
      brokenOffAt = Integer.MAX_VALUE;
      throw new BrokenOff();
    }
    if (stopsTooLate && !appliesAfter) {
      stopsTooLate = false;
      applies = true;
      throw new OrchestratorException(
          ErrorCode.STATEMENT_TIMED_OUT, REPLICA.toString(), "No answer.", List.of());
    }
  }

  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    return new FakeSession();
  }

  @Override
  public List<Planning> plannings() {
    return BackupSteps.plannings(this, sessions, time, this::snapshot);
  }

  @Override
  public List<StepKind> stepKinds() {
    return BackupSteps.kinds(this, sessions, time, time);
  }

  TopologySnapshot snapshot() {
    return TopologySnapshot.of(
        States.NOW,
        List.of(node(States.of("db1:3306").writable().build()), node(state())),
        Map.of(),
        Map.of());
  }

  private static Node node(InstanceState state) {
    return Node.found(state.address(), Optional.empty(), States.NOW).withState(state);
  }

  @Override
  public void restartServer(InstanceAddress server) {
    applies = startsByItself;
  }

  private InstanceState state() {
    Channel channel =
        States.channel(
            "",
            "db1:3306",
            ThreadState.RUNNING,
            applies ? ThreadState.RUNNING : ThreadState.STOPPED,
            Optional.empty());
    InstanceState plain =
        States.of(REPLICA.toString())
            .channel(blindOnceStopped ? States.withWorkers(channel, 4) : channel)
            .build();
    return new InstanceState(
        plain.address(),
        plain.version(),
        time.instant().plusMillis(1),
        plain.identity(),
        plain.writeProtection(),
        plain.binlog(),
        plain.gtid(),
        plain.durability(),
        new ParallelSettings(
            Observed.known(4L), Observed.known(""), Observed.known(applies || !blindOnceStopped)),
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
    @Override
    public FlavorProvider provider() {
      return new FakeFlavor();
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return state();
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
      say("START " + thread, true);
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      say("STOP " + thread, false);
    }

    @Override
    public void set(KnobSetting setting, Deadline deadline) {
      throw new AssertionError("nothing is set");
    }

    @Override
    public void persist(KnobSetting setting, Deadline deadline) {
      throw new AssertionError("nothing is set");
    }

    @Override
    public void forget(ServerKnob knob, Deadline deadline) {
      throw new AssertionError("nothing is set");
    }

    @Override
    public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
      throw new AssertionError("nothing is set");
    }

    @Override
    public void close() {
      // Nothing was opened.
    }
  }

  /** A flavor whose servers are that of this world. */
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
      throw new AssertionError("nothing is set");
    }

    @Override
    public List<String> persist(KnobSetting setting) {
      throw new AssertionError("nothing is set");
    }

    @Override
    public String forget(ServerKnob knob) {
      throw new AssertionError("nothing is set");
    }

    @Override
    public String optionLine(KnobSetting setting) {
      throw new AssertionError("nothing is set");
    }
  }
}

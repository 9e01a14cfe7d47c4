package io.tutti.operation.backup;

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
import io.tutti.store.BackupSessions;
import java.util.List;
import java.util.Set;

/** One replica below one source, whose applier can be stopped. */
public final class HeldWorld extends FakeWorld {
  public static final InstanceAddress REPLICA = InstanceAddress.parse("db7:3306");

  private static final FlavorProvider FLAVOR =
      new FakeFlavor(FakeFlavor.ID, Set.of(Capability.UUID_GTID)).saying(new FakeStatements());

  private final boolean startsByItself;
  private boolean applies;
  private boolean blindOnceStopped;
  private boolean stopsTooLate;
  private boolean stopBeforeStart;
  private boolean stopBeforeStop;
  private boolean losesNextStop;
  private long stopsAsked;

  public HeldWorld() {
    this(true);
  }

  HeldWorld(boolean applies) {
    this.applies = applies;
    this.startsByItself = applies;
  }

  /** Nothing shows whether it has gaps, once it is stopped. */
  HeldWorld blindOnceStopped() {
    blindOnceStopped = true;
    return this;
  }

  /** The first STOP is not answered in time, and carried out later. */
  HeldWorld stoppingTooLate() {
    stopsTooLate = true;
    return this;
  }

  /** The connection breaks before the next STOP has come to the server. */
  void losingTheNextStop() {
    losesNextStop = true;
  }

  /** Somebody says STOP: what is stopped shows nothing of it, but it is counted. */
  void stoppedBySomebody() {
    stopsAsked++;
    applies = false;
  }

  @Override
  public void somebodyActs(InstanceAddress server) {
    stoppedBySomebody();
  }

  /** The same between our last look and our own STOP. */
  void stoppedBySomebodyBeforeItIsStopped() {
    stopBeforeStop = true;
  }

  /** The same just before the session starts the applier again. */
  void stoppedBySomebodyBeforeItIsStarted() {
    stopBeforeStart = true;
  }

  public boolean applies() {
    return applies;
  }

  public BackupSessions sessions() {
    return records().backups();
  }

  private void say(String statement, boolean appliesAfter) {
    say(statement, () -> applies = appliesAfter);
    if (stopsTooLate && !appliesAfter) {
      stopsTooLate = false;
      applies = true;
      throw new OrchestratorException(
          ErrorCode.STATEMENT_TIMED_OUT, REPLICA.toString(), "No answer.", List.of());
    }
  }

  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    return new Replica();
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.of(BackupCapability.of(ports(FLAVOR, () -> snapshot(state()))));
  }

  @Override
  public void restartServer(InstanceAddress server) {
    applies = startsByItself;
    stopsAsked = 0;
  }

  private States state() {
    Channels channel = Channels.from(SOURCE).applies(applies);
    return States.of(REPLICA.toString())
        .observedAt(time().instant().plusMillis(1))
        .threadCounts(
            Observed.absent(States.WHY), Observed.known(stopsAsked), Observed.absent(States.WHY))
        .channel(
            (blindOnceStopped && !applies ? channel.workers(Observed.unknown("not read")) : channel)
                .build())
        .parallel(
            new ParallelSettings(
                Observed.known(4L),
                Observed.known(""),
                Observed.known(applies || !blindOnceStopped)));
  }

  private final class Replica extends FakeSession {
    Replica() {
      super(FLAVOR);
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return state().build();
    }

    @Override
    public void start(ReplicationThread thread, String channel, Deadline deadline) {
      if (stopBeforeStart) {
        stopBeforeStart = false;
        stoppedBySomebody();
      }
      say("START " + thread, true);
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      if (stopBeforeStop) {
        stopBeforeStop = false;
        stoppedBySomebody();
      }
      if (losesNextStop) {
        losesNextStop = false;
        throw new OrchestratorException(
            ErrorCode.CONNECTION_LOST, REPLICA.toString(), "The connection broke.", List.of());
      }
      stopsAsked++;
      say("STOP " + thread, false);
    }
  }
}

package io.tutti.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ProcessStart;
import io.tutti.model.ServerVersion;
import io.tutti.model.ThreadState;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the steps of operations take for granted of servers that replicate, seen through the roles
 * of the SPI alone: so simulated servers and real ones are held to the same. Each test begins with
 * a source and its replica, caught up, both of whose threads run; each leaves them so.
 */
public abstract class ReplicationContract {
  protected static final Duration DEADLINE = Duration.ofSeconds(10);

  /** The servers of a contract, and what is done to them beside the SPI. */
  public interface Pair extends AutoCloseable {
    FlavorProvider provider();

    InstanceAddress source();

    InstanceAddress replica();

    InstanceClient open(InstanceAddress address);

    /** A client of the source commits one row of schema {@code a} or {@code b}. */
    void write(String schema);

    /** The row that the source writes next is written on the replica before, unlogged. */
    void writeOnReplica(String schema);

    /** And taken back. */
    void takeBackOnReplica(String schema);

    /** Transactions of that schema wait on the replica until it is unlocked. */
    void lockOnReplica(String schema);

    void unlockOnReplica(String schema);

    void rotateBinlogOfSource();

    /** {@code kill -9} and a start; its replication starts by itself, unless it is asked not to. */
    void restart(InstanceAddress address, boolean isKilled);

    /** How many rows there are. */
    long rows(InstanceAddress address);

    /** Lets time pass until that holds; fails when it does not come. */
    void await(BooleanSupplier condition);

    @Override
    void close();
  }

  private Pair pair;
  private InstanceClient source;
  private InstanceClient replica;

  @SuppressWarnings("NullAway.Init") // opened before each test
  protected ReplicationContract() {}

  /** Servers that nobody else uses, caught up. */
  protected abstract Pair begin();

  @BeforeEach
  void open() {
    pair = begin();
    source = pair.open(pair.source());
    replica = pair.open(pair.replica());
    awaitCaughtUp();
  }

  @AfterEach
  void leavesItRunning() {
    try {
      start(ReplicationThread.RECEIVER);
      start(ReplicationThread.APPLIER);
      awaitCaughtUp();
      assertThat(pair.rows(pair.replica())).isGreaterThanOrEqualTo(pair.rows(pair.source()));
    } finally {
      source.close();
      replica.close();
      pair.close();
    }
  }

  private void restart(InstanceAddress address, boolean isKilled) {
    source.close();
    replica.close();
    pair.restart(address, isKilled);
    source = pair.open(pair.source());
    replica = pair.open(pair.replica());
  }

  private static Deadline deadline() {
    return Deadline.after(DEADLINE);
  }

  private InstanceState readSource() {
    return source.statusReader().read(List.of(), deadline());
  }

  private InstanceState read() {
    return replica.statusReader().read(List.of(), deadline());
  }

  private Channel channel() {
    return known(read().channels()).getFirst();
  }

  protected static <T> T known(Observed<T> fact) {
    if (fact instanceof Observed.Known<T>(T value)) {
      return value;
    }
    throw new AssertionError("expected a known fact, but it is " + fact);
  }

  private void awaitChannel(Predicate<Channel> condition) {
    pair.await(() -> condition.test(channel()));
  }

  private void awaitCaughtUp() {
    pair.await(() ->
        channel().isReplicating()
            && channel().receiver().read().equals(readSource().binlog().position())
            && channel().applier().executed().equals(channel().receiver().read()));
  }

  private void awaitReceived() {
    BinlogPosition end = known(readSource().binlog().position());
    awaitChannel(channel -> channel.receiver().read().is(end));
  }

  private void start(ReplicationThread thread) {
    replica.replicationControl().start(thread, channel().name(), deadline());
  }

  private void stop(ReplicationThread thread) {
    replica.replicationControl().stop(thread, channel().name(), deadline());
    awaitChannel(channel -> !thread.runsIn(channel));
  }

  private GtidSet executed() {
    return known(read().gtid().executed());
  }

  private boolean findsItsPlaceByUuids() {
    return channel().positioning() == Positioning.AUTO_POSITION;
  }

  private boolean findsItsPlaceByDomains() {
    return channel().positioning() == Positioning.REPLICA_POS
        || channel().positioning() == Positioning.CURRENT_POS;
  }

  @Test
  void whatIsWrittenIsReceivedAndApplied() {
    long before = pair.rows(pair.replica());
    BinlogPosition mark = known(channel().applier().executed());
    pair.write("a");
    pair.write("b");
    awaitCaughtUp();

    assertThat(pair.rows(pair.replica())).isEqualTo(before + 2);
    assertThat(channel().applier().hasExecuted(mark)).isTrue();
    assertThat(channel().applier().executed()).isNotEqualTo(Observed.known(mark));
    assertThat(executed().contains(known(readSource().gtid().executed()))).isTrue();
  }

  @Test
  void aStoppedApplierKeepsWhatIsReceived() {
    long before = pair.rows(pair.replica());
    stop(ReplicationThread.APPLIER);
    pair.write("a");
    awaitReceived();

    assertThat(pair.rows(pair.replica())).isEqualTo(before);
    assertThat(channel().receiver().state()).isEqualTo(ThreadState.RUNNING);
    assertThat(channel().applier().executed()).isNotEqualTo(channel().receiver().read());

    stop(ReplicationThread.RECEIVER);
    pair.write("a");
    assertThat(channel().receiver().read()).isNotEqualTo(readSource().binlog().position());
  }

  /** What may be thrown away permanently where the source is lost. */
  @Test
  void anApplierThatIsStartedAloneAppliesWhatWasReceivedButWithDomains() {
    long before = pair.rows(pair.replica());
    stop(ReplicationThread.APPLIER);
    pair.write("a");
    awaitReceived();
    stop(ReplicationThread.RECEIVER);
    boolean isDropped = findsItsPlaceByDomains();
    start(ReplicationThread.APPLIER);
    awaitChannel(channel ->
        channel.applier().stateText().asOptional().orElse("").contains("read all relay log"));
    assertThat(pair.rows(pair.replica())).isEqualTo(isDropped ? before : before + 1);
  }

  @Test
  void startingAndStoppingTwiceIsTheSameAsOnce() {
    stop(ReplicationThread.BOTH);
    stop(ReplicationThread.BOTH);
    start(ReplicationThread.BOTH);
    start(ReplicationThread.BOTH);
    awaitCaughtUp();
  }

  @Test
  void aStopWaitsForALockAndIsCarriedOutLater() {
    pair.lockOnReplica("a");
    pair.write("a");
    awaitReceived();
    awaitChannel(channel -> !channel.applier().executed().equals(channel.receiver().read()));
    try {
      assertThatThrownBy(() ->
              replica
                  .replicationControl()
                  .stop(
                      ReplicationThread.APPLIER,
                      channel().name(),
                      Deadline.after(Duration.ofSeconds(1))))
          .isInstanceOfSatisfying(
              OrchestratorException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.STATEMENT_TIMED_OUT));
      assertThat(reportsThatItsApplierStopped()).isFalse();
    } finally {
      pair.unlockOnReplica("a");
    }
    pair.await(this::reportsThatItsApplierStopped);
  }

  /** Old servers show nothing of their channels while a STOP waits. */
  private boolean reportsThatItsApplierStopped() {
    try {
      return replica
          .statusReader()
          .read(List.of(), Deadline.after(Duration.ofSeconds(2)))
          .knownChannels()
          .stream()
          .anyMatch(channel -> channel.applier().state() == ThreadState.STOPPED);
    } catch (OrchestratorException e) {
      return false;
    }
  }

  @Test
  void whatFailsStopsTheApplierAndTheReceiverGoesOn() {
    long before = pair.rows(pair.source());
    pair.writeOnReplica("a");
    pair.write("a");
    pair.write("a");
    awaitChannel(channel -> channel.applier().state() == ThreadState.STOPPED);

    assertThat(channel().applier().lastError().orElseThrow().number()).isIn(1062, 1756);
    assertThat(channel().receiver().state()).isEqualTo(ThreadState.RUNNING);
    assertThat(pair.rows(pair.source())).isEqualTo(before + 2);
    pair.takeBackOnReplica("a");
  }

  @Test
  void aChannelIsChangedOnlyWhileItIsStopped() {
    assertThatThrownBy(() -> follow(pair.source()))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e ->
                assertThat(e.code())
                    .isIn(ErrorCode.REPLICATION_RUNNING, ErrorCode.STATEMENT_FAILED));
  }

  private void follow(InstanceAddress address) {
    Channel now = channel();
    NewSource to =
        now.positioning() == Positioning.LOG_POSITION
            ? NewSource.at(address, known(now.applier().executed()))
            : NewSource.byGtid(address, now.positioning());
    replica.replicationControl().follow(to, now.name(), deadline());
  }

  @Test
  void aNewSourceDropsWhatWasReceivedAndItIsFetchedAgain() {
    stop(ReplicationThread.APPLIER);
    pair.write("a");
    awaitReceived();
    stop(ReplicationThread.RECEIVER);
    follow(pair.source());

    assertThat(channel().receiver().state()).isEqualTo(ThreadState.STOPPED);
    assertThat(channel().applier().state()).isEqualTo(ThreadState.STOPPED);
    start(ReplicationThread.BOTH);
    awaitCaughtUp();
  }

  /** Beginnings are shown in whole seconds: a process that begins in a later one is another one. */
  private void awaitALaterSecond() {
    pair.await(() -> {
      ProcessStart start = known(readSource().startedAt());
      return start.seen().orElseThrow().clock().isAfter(start.latest().plusSeconds(2));
    });
  }

  @Test
  void aRestartIsAnotherProcessWithABinlogOfItsOwn() {
    awaitALaterSecond();
    InstanceState before = readSource();
    restart(pair.source(), true);
    InstanceState after = readSource();

    ProcessStart then = known(before.startedAt());
    ProcessStart now = known(after.startedAt());
    assertThat(then.isPossiblySame(now)).as("%s, and %s", then, now).isFalse();
    assertThat(known(after.binlog().position()).sequence())
        .isGreaterThan(known(before.binlog().position()).sequence());
    assertThat(known(after.gtid().executed())).isEqualTo(known(before.gtid().executed()));
    assertThat(lastEventBefore(known(after.binlog().position()).file()).type())
        .isNotIn("Stop", "Rotate");
  }

  @Test
  void aShutdownIsWrittenAtTheEndOfTheBinlog() {
    restart(pair.source(), false);
    String now = known(readSource().binlog().position()).file();

    assertThat(lastEventBefore(now).type()).isEqualTo("Stop");
  }

  private LogEvent lastEventBefore(String file) {
    List<LogFile> files = source.logReader().files(deadline());
    int at = files.stream().map(LogFile::name).toList().indexOf(file);
    String last = files.get(at - 1).name();
    return source
        .logReader()
        .list(Log.BINARY, "", Optional.of(BinlogPosition.firstOf(last)), 10_000, deadline())
        .getLast();
  }

  @Test
  void aRotationNamesTheNextFile() {
    String before = known(readSource().binlog().position()).file();
    pair.rotateBinlogOfSource();
    String after = known(readSource().binlog().position()).file();

    assertThat(after).isNotEqualTo(before);
    assertThat(lastEventBefore(after).type()).isEqualTo("Rotate");
    assertThat(lastEventBefore(after).info()).contains(after);
  }

  @Test
  void aBinlogShowsEachTransactionInOrderAndWhereItEnds() {
    BinlogPosition begin = known(readSource().binlog().position());
    pair.write("a");
    BinlogPosition end = known(readSource().binlog().position());
    List<LogEvent> events =
        source.logReader().list(Log.BINARY, "", Optional.of(begin), 100, deadline());

    assertThat(events.getFirst().at()).isEqualTo(begin);
    assertThat(events.getLast().endPosition()).isEqualTo(end.position());
    assertThat(events).extracting(LogEvent::type).contains("Table_map", "Xid");
    assertThat(events).allMatch(event -> event.serverId() > 0);
  }

  @Test
  void aKilledReplicaAppliesEachTransactionOnce() {
    stop(ReplicationThread.APPLIER);
    pair.write("a");
    pair.write("b");
    awaitReceived();
    restart(pair.replica(), true);
    start(ReplicationThread.RECEIVER);
    start(ReplicationThread.APPLIER);
    awaitCaughtUp();
    assertThat(pair.rows(pair.replica())).isEqualTo(pair.rows(pair.source()));
  }

  @Test
  void aFenceKeepsClientsOutUntilItIsOpened() {
    ServerVersion version = readSource().version().version();
    List<FenceMeasure> measures = pair.provider().fencing(version).measures();
    var before = source.fenceControl().read(deadline());
    for (FenceMeasure each : measures) {
      source.fenceControl().set(each.variable(), each.shut(), deadline());
    }
    source.fenceControl().endSessions(deadline());

    assertThat(source.fenceControl().read(deadline()))
        .allSatisfy((name, value) ->
            assertThat(measures)
                .anyMatch(each -> each.variable().equals(name) && each.shut().equals(value)));
    assertThat(isRefused())
        .as("of an account that nothing but super_read_only keeps from it")
        .isEqualTo(pair.provider().capabilities().contains(Capability.SUPER_READ_ONLY));
    awaitChannel(channel -> channel.receiver().state() != ThreadState.RUNNING);
    for (FenceMeasure each : measures.reversed()) {
      source
          .fenceControl()
          .set(each.variable(), before.getOrDefault(each.variable(), "OFF"), deadline());
    }
    assertThat(isRefused()).isFalse();
    awaitChannel(channel -> channel.receiver().state() == ThreadState.RUNNING);
  }

  private boolean isRefused() {
    return source.fenceControl().tryToWrite(Optional.empty(), deadline()) instanceof Trial.Refused;
  }

  /** As operations undo what they have set. */
  @Test
  void eachMeasureIsPutBackToWhatItWasJustBeforeItWasShut() {
    ServerVersion version = readSource().version().version();
    List<FenceMeasure> measures = pair.provider().fencing(version).measures();
    var before = source.fenceControl().read(deadline());
    List<String> was = new ArrayList<>();
    for (FenceMeasure each : measures) {
      was.add(source.fenceControl().read(deadline()).get(each.variable()));
      source.fenceControl().set(each.variable(), each.shut(), deadline());
    }
    for (int i = measures.size() - 1; i >= 0; i--) {
      source.fenceControl().set(measures.get(i).variable(), was.get(i), deadline());
    }

    assertThat(source.fenceControl().read(deadline())).isEqualTo(before);
    awaitChannel(channel -> channel.receiver().state() == ThreadState.RUNNING);
  }

  @Test
  void aSourceKnowsItsReplicas() {
    assertThat(known(readSource().replicas())).isNotEmpty();
    assertThat(known(read().replicas())).isEmpty();
    assertThat(known(readSource().channels())).isEmpty();
  }

  /** Only UUIDs are counted from the binlogs; what else shows the place is kept with the rows. */
  @Test
  void wipedBinlogsTakeTheNamesOfUuidsWithThem() {
    stop(ReplicationThread.BOTH);
    GtidSet before = executed();
    Observed<BinlogPosition> place = channel().applier().executed();
    replica.replicationControl().wipeBinlogs(deadline());

    assertThat(replica.logReader().files(deadline())).hasSize(1);
    assertThat(channel().applier().executed()).isEqualTo(place);
    if (findsItsPlaceByUuids()) {
      assertThat(executed().isEmpty()).isTrue();
    } else {
      assertThat(executed()).isEqualTo(before);
    }
    if (findsItsPlaceByUuids()) {
      replica
          .replicationControl()
          .gtidRestoring()
          .orElseThrow()
          .restoreExecuted(before, deadline());
    }
    assertThat(executed()).isEqualTo(before);
    start(ReplicationThread.BOTH);
    awaitCaughtUp();
  }
}

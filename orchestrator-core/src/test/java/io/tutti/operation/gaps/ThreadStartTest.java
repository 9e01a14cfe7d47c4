package io.tutti.operation.gaps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.fixtures.FakeSession;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing of Tutti starts a receiver that would fetch again what was applied or received. */
class ThreadStartTest {
  private static final Deadline DEADLINE = Deadline.after(Duration.ofMinutes(1));

  private final List<ReplicationThread> started = new ArrayList<>();
  private ThreadState receiver = ThreadState.STOPPED;
  private String gtidMode = "OFF";
  private long read = 154;
  private long executed = 2704;
  private long starts;
  private Optional<List<LogReader.LogEvent>> relayLog = Optional.of(List.of());

  private static BinlogPosition at(long position) {
    return new BinlogPosition("binlog.000001", position);
  }

  /** A transaction of two events at the beginning of what the applier has still to read. */
  private static List<LogReader.LogEvent> transactionTo(long end) {
    return List.of(
        new LogReader.LogEvent(
            new BinlogPosition("relay.000002", 2900), "Query", 1, end - 31, "BEGIN"),
        new LogReader.LogEvent(
            new BinlogPosition("relay.000002", 2970), "Xid", 1, end, "COMMIT /* xid=7 */"));
  }

  private InstanceState state() {
    return States.of("db2:3306")
        .gtid(gtidMode, Observed.absent(States.WHY))
        .threadCounts(
            Observed.known(starts), Observed.absent(States.WHY), Observed.absent(States.WHY))
        .keepingRelayLogs()
        .channel(
            Channels.from("db1:3306")
                .positioning(Positioning.LOG_POSITION)
                .receiver(receiver)
                .applier(ThreadState.STOPPED)
                .received(Observed.known(at(read)))
                .executed(Observed.known(at(executed)))
                .relayLog(Observed.known(new BinlogPosition("relay.000002", 2900)))
                .build())
        .build();
  }

  private final class Session extends FakeSession {
    Session() {
      super(new FakeFlavor("fake", Set.of()) {});
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return state();
    }

    @Override
    public void start(ReplicationThread thread, String channel, Deadline deadline) {
      started.add(thread);
    }

    @Override
    public void stop(ReplicationThread thread, String channel, Deadline deadline) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public LogReader logs() {
      return new LogReader() {
        @Override
        public List<LogFile> files(Deadline deadline) {
          throw new AssertionError(States.WHY);
        }

        @Override
        public List<LogEvent> list(
            Log log, String channel, Optional<BinlogPosition> from, int max, Deadline deadline) {
          if (relayLog.isEmpty() || !from.orElseThrow().file().equals("relay.000002")) {
            throw new OrchestratorException(
                relayLog.isEmpty() ? ErrorCode.STATEMENT_FAILED : ErrorCode.LOG_NOT_THERE,
                "db2:3306",
                relayLog.isEmpty() ? "torn" : "Could not find target log",
                List.of());
          }
          return relayLog.get();
        }
      };
    }
  }

  private void start(ReplicationThread thread) {
    ThreadStart.start(new Session(), thread, "", DEADLINE);
  }

  private void assertRefused(ReplicationThread thread, String why) {
    assertThatThrownBy(() -> start(thread))
        .hasMessageContaining(why)
        .hasMessageContaining("applied twice");
    assertThat(started).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"RECEIVER", "BOTH"})
  void aReceiverBehindItsApplierIsNotStarted(ReplicationThread thread) {
    assertRefused(thread, "would fetch again from binlog.000001:154");
  }

  @Test
  void theApplierAloneIsUnlessTheReceiverFetchesAgain() {
    start(ReplicationThread.APPLIER);
    assertThat(started).containsExactly(ReplicationThread.APPLIER);
    started.clear();
    receiver = ThreadState.RUNNING;
    assertRefused(ReplicationThread.APPLIER, "fetches again");
  }

  @Test
  void aServerThatKnowsTransactionsAgainMayFetchThemAgain() {
    gtidMode = "ON";
    start(ReplicationThread.BOTH);
    assertThat(started).containsExactly(ReplicationThread.BOTH);
  }

  /** Its place is not behind the applier, and behind what the relay logs hold. */
  @Test
  void aReceiverBehindTheRelayLogsIsNotStarted() {
    read = executed;
    relayLog = Optional.of(transactionTo(3000));
    assertRefused(ReplicationThread.RECEIVER, "binlog.000001:3000");
    read = 3000;
    start(ReplicationThread.RECEIVER);
    assertThat(started).hasSize(1);
  }

  @Test
  void whereTheRelayLogsCannotBeReadItIsNotStarted() {
    read = executed;
    relayLog = Optional.empty();
    assertRefused(ReplicationThread.BOTH, "torn");
  }

  /** Of the statements that were counted none may have been for the receiver. */
  @Test
  void aReceiverBehindTheRelayLogsIsNotStartedWhereOnlyTheApplierWas() {
    read = executed;
    relayLog = Optional.of(transactionTo(3000));
    starts = 1;
    assertRefused(ReplicationThread.RECEIVER, "binlog.000001:3000");
  }

  /** It may have run in this process, and then knows its place. */
  @Test
  void aReceiverThatMayHaveRunIsStartedWhereTheRelayLogsCannotBeRead() {
    read = executed;
    relayLog = Optional.empty();
    starts = 1;
    start(ReplicationThread.BOTH);
    assertThat(started).hasSize(1);
  }
}

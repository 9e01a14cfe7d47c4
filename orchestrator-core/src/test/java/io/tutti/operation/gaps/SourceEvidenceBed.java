package io.tutti.operation.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.gaps.SameBinlog;
import io.tutti.gaps.SourceEvidence;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.operation.fixtures.FakeSession;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.operation.gaps.HeldLogs.Made;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A source and a replica of it, whose logs a test makes up, and what is read of them. */
abstract class SourceEvidenceBed {
  static final Deadline DEADLINE = Deadline.after(Duration.ofMinutes(1));
  static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
  static final String LOG = "binlog.000001";
  static final long SOURCE = 1;

  final HeldLogs source = new HeldLogs().file(LOG, NOON.minusSeconds(600));
  final HeldLogs relay = new HeldLogs().file("relay.000001", NOON);
  final HeldLogs own = new HeldLogs().file("own.000001", NOON);
  final States replica = States.of("db2:3306");
  final Channels channel =
      Channels.from("db1:3306").positioning(Positioning.LOG_POSITION).sourceUuid("uuid-of-db1");
  String uuidNow = "uuid-of-db1";
  boolean isAway;

  static Made[] transaction(long serverId, String xid) {
    return new Made[] {
      new Made("Query", 70, serverId, "BEGIN"),
      new Made("Table_map", 50, serverId, "table_id: 7 (d.t)"),
      new Made("Write_rows", 40, serverId, "table_id: 7 flags: STMT_END_F"),
      new Made("Xid", 31, serverId, "COMMIT /* xid=" + xid + " */")
    };
  }

  /** The source wrote it, and the replica received it. */
  void both(Made... events) {
    BinlogPosition from = source.place();
    source.add(events);
    relay.copied(from, events);
  }

  final class Session extends FakeSession {
    private final InstanceState state;
    private final HeldLogs binlogs;

    Session(InstanceState state, HeldLogs binlogs) {
      super(new FakeFlavor("fake", Set.of()) {});
      this.state = state;
      this.binlogs = binlogs;
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return state;
    }

    @Override
    public BinlogReader binlog() {
      return binlogs;
    }

    /** Relay logs are the replica's only; its binlogs are never listed. */
    @Override
    public LogReader logs() {
      return new LogReader() {
        @Override
        public List<LogFile> files(Deadline deadline) {
          return binlogs.files(deadline);
        }

        @Override
        public List<LogEvent> list(
            Log log, String of, Optional<BinlogPosition> from, int max, Deadline deadline) {
          return (log == Log.RELAY ? relay : binlogs).list(log, of, from, max, deadline);
        }
      };
    }

    @Override
    public void start(ReplicationThread thread, String of, Deadline deadline) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public void stop(ReplicationThread thread, String of, Deadline deadline) {
      throw new AssertionError(States.WHY);
    }
  }

  Servers.Session open(InstanceAddress address, Deadline deadline) {
    assertThat(address).hasToString("db1:3306");
    if (isAway) {
      throw new OrchestratorException(
          ErrorCode.CONNECTION_REFUSED, "db1:3306", "db1:3306 does not answer.", List.of());
    }
    return new Session(States.of("db1:3306").uuid(uuidNow).serverId(SOURCE).build(), source);
  }

  SourceEvidence evidence() {
    Channel built = channel.build();
    InstanceState state = replica.channel(built).build();
    return new SourceEvidenceReader((TrustedServers) this::open)
        .read(new Session(state, own), state, built, DEADLINE);
  }

  SameBinlog judge() {
    return evidence().judge();
  }

  void assertSame(String why) {
    assertThat(judge())
        .isInstanceOf(SameBinlog.Same.class)
        .extracting(SameBinlog::why)
        .asString()
        .contains(why);
  }

  void assertOther(String... why) {
    assertThat(judge())
        .isInstanceOf(SameBinlog.Other.class)
        .extracting(SameBinlog::why)
        .asString()
        .contains(why);
  }

  void assertUnproved(String... why) {
    SameBinlog unproved = judge();
    assertThat(unproved).as(unproved::why).isInstanceOf(SameBinlog.Unproved.class);
    assertThat(unproved.why()).contains(why);
  }

  static WrittenTransaction written(BinlogPosition begin, Instant at, String... rows) {
    return new WrittenTransaction(
        Optional.empty(),
        begin,
        SOURCE,
        at,
        List.of(),
        List.of(rows).stream()
            .map(row ->
                new RowChange(
                    RowChange.Kind.INSERT,
                    "d.t",
                    List.of(),
                    List.of(new RowChange.Cell("@1", row))))
            .toList(),
        0,
        List.of(),
        Optional.empty());
  }

  void appliedFrom(BinlogPosition mark, BinlogPosition worker) {
    relay.unlisted(ErrorCode.STATEMENT_FAILED);
    channel
        .executed(Observed.known(mark))
        .workerWith(
            new WorkerCheckpoint(
                Observed.absent(States.WHY),
                Observed.known(worker),
                Observed.absent(States.WHY),
                Observed.known(mark),
                1,
                1,
                "02"));
  }

  static BinlogPosition inOwn(long position) {
    return new BinlogPosition("own.000001", position);
  }
}

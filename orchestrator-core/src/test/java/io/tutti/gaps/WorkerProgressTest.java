package io.tutti.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rows of mysql.slave_worker_info as real servers wrote them. */
class WorkerProgressTest {
  private static final WorkerCheckpoint IDLE =
      new WorkerCheckpoint(
          Observed.absent("none"),
          Observed.absent("none"),
          Observed.absent("none"),
          Observed.absent("none"),
          0,
          64,
          "00000000");

  private static BinlogPosition at(long position) {
    return new BinlogPosition("binlog.000001", position);
  }

  private static WorkerCheckpoint row(long source, long checkpoint, long sequence, String bits) {
    return new WorkerCheckpoint(
        Observed.known(new BinlogPosition("./relay.000002", source + 160)),
        Observed.known(at(source)),
        Observed.known(new BinlogPosition("./relay.000002", checkpoint + 160)),
        Observed.known(at(checkpoint)),
        sequence,
        64,
        bits + "0".repeat(128 - bits.length()));
  }

  private static WorkerProgress progress(long lowWater, WorkerCheckpoint... rows) {
    return WorkerProgress.of(
            at(lowWater), Observed.known(new BinlogPosition("relay.000002", 4)), List.of(rows))
        .asOptional()
        .orElseThrow();
  }

  private static List<Integer> places(ChannelGaps gaps) {
    assertThat(gaps).isInstanceOf(ChannelGaps.Open.class);
    return ((Missing.Counted) ((ChannelGaps.Open) gaps).missing()).places();
  }

  /** 5.6.14, field notes: executed 1-5, 7-11, 13-17. */
  @Test
  void readsTheLeastSignificantBitFirst() {
    ChannelGaps gaps = progress(880, row(4000, 880, 17, "BEEF03")).judge();
    assertThat(places(gaps)).containsExactly(0, 6, 12);
  }

  /** 5.6.14 after kill -9; worker 4 had nothing to do since before the checkpoint. */
  @Test
  void aWorkerThatIsNotPastTheMarkShowsNothing() {
    ChannelGaps gaps =
        progress(937, IDLE, IDLE, row(5612, 937, 24, "DE7BEF01"), row(743, 120, 4, "17")).judge();
    assertThat(places(gaps)).containsExactly(0, 5, 10, 15, 20);
  }

  /** 5.7.22 after the lock was released, with the coordinator killed. */
  @Test
  void severalWorkersTogetherHaveNoGap() {
    WorkerProgress all =
        progress(1361, IDLE, IDLE, row(7661, 1361, 24, "DE7BEF01"), row(6661, 1361, 20, "218410"));
    assertThat(all.judge().isFree()).isTrue();
    assertThat(all.highWater()).isEqualTo(at(7661));
  }

  @Test
  void nothingPastTheMarkIsNoGap() {
    assertThat(progress(7818, row(7661, 1361, 24, "DE7BEF01")).judge().isFree()).isTrue();
    assertThat(progress(7818).judge().isFree()).isTrue();
  }

  /** Read while the applier runs: the server's own mark is older than a worker's checkpoint. */
  @Test
  void theNewestCheckpointIsTheMark() {
    WorkerProgress read = progress(880, row(4000, 937, 2, "06"));
    assertThat(read.lowWater()).isEqualTo(at(937));
    assertThat(read.lowWaterInRelayLog())
        .isEqualTo(Observed.known(new BinlogPosition("./relay.000002", 937 + 160)));
    assertThat(places(read.judge())).containsExactly(0);
  }

  /** Worker 2 has ended where the checkpoint of worker 1 begins, five transactions later. */
  @Test
  void checkpointsAreJoinedWhereOneWorkerEndsAtTheMark() {
    ChannelGaps gaps =
        progress(1102, row(2000, 154, 7, "90"), row(1102, 154, 4, "1F"), row(1900, 1102, 1, "02"))
            .judge();
    assertThat(places(gaps)).containsExactly(0);
  }

  @Test
  void checkpointsThatCannotBeJoinedAreUnknown() {
    ChannelGaps gaps = progress(1102, row(2000, 154, 7, "80"), row(1900, 1102, 1, "02")).judge();
    assertThat(gaps).isInstanceOf(ChannelGaps.Unknown.class);
    assertThat(gaps.why()).contains("binlog.000001:154").contains("binlog.000001:1102");
  }

  @Test
  void anotherLogIsUnknown() {
    assertThat(
            WorkerProgress.of(
                new BinlogPosition("other.000001", 4),
                Observed.absent("none"),
                List.of(row(2000, 154, 7, "80"))))
        .isInstanceOf(Observed.Unknown.class);
  }

  /** Transactions of 185 bytes after the mark, as 5.6.14 listed its relay log. */
  private static List<LoggedTransaction> logged(int count) {
    LogScan scan = new LogScan(Log.RELAY, Optional.of(at(1000)));
    for (int i = 0; i < count; i++) {
      long relay = 1160 + 185L * i;
      long source = 1000 + 185L * i;
      scan.add(event(relay, "Query", source + 68, "BEGIN"));
      scan.add(event(relay + 68, "Table_map", source + 110, "table_id: 71 (b.t)"));
      scan.add(event(relay + 110, "Write_rows", source + 154, "table_id: 71 flags: STMT_END_F"));
      scan.add(event(relay + 154, "Xid", source + 185, "COMMIT /* xid=30 */"));
    }
    return scan.transactions();
  }

  private static LogEvent event(long at, String type, long end, String info) {
    return new LogEvent(new BinlogPosition("relay.000002", at), type, 7, end, info);
  }

  @Test
  void theLogJoinsAnyCheckpoints() {
    // Of the transactions from 1000 on, one worker counts from four earlier and has 1 and 3; the
    // other counts from 1000 and has 2.
    ChannelGaps gaps =
        progress(1000, row(1000 + 185 * 4, 400, 7, "A0"), row(1000 + 185 * 3, 1000, 2, "04"))
            .judge(logged(6));
    assertThat(gaps)
        .isEqualTo(
            new ChannelGaps.Open(
                new Missing.Located(
                    List.of(new LoggedTransaction(at(1000), at(1185), Optional.empty()))),
                "its workers have applied up to binlog.000001:1740, except these"));
  }

  @Test
  void aLogThatDoesNotShowAWorkersPlaceIsUnknown() {
    ChannelGaps gaps = progress(1000, row(1999, 400, 7, "A0")).judge(logged(6));
    assertThat(gaps).isInstanceOf(ChannelGaps.Unknown.class);
    assertThat(gaps.why()).contains("binlog.000001:1999");
  }
}

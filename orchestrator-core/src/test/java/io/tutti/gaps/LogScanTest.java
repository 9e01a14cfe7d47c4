package io.tutti.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Events as real servers list them. */
class LogScanTest {
  private static LogEvent binlog(long at, String type, long end, String info) {
    return new LogEvent(new BinlogPosition("binlog.000001", at), type, 1, end, info);
  }

  private static LogEvent relay(long at, String type, long end, String info) {
    return new LogEvent(new BinlogPosition("relay.000001", at), type, 1, end, info);
  }

  private static List<String> scanned(Log log, Optional<BinlogPosition> from, LogEvent... events) {
    LogScan scan = new LogScan(log, from);
    for (LogEvent event : events) {
      scan.add(event);
    }
    return scan.transactions().stream().map(LoggedTransaction::toString).toList();
  }

  @Test
  void aStatementWithoutBeginIsOne() {
    assertThat(
            scanned(
                Log.BINARY,
                Optional.empty(),
                binlog(4, "Format_desc", 123, "Server ver: 5.7.22-log, Binlog ver: 4"),
                binlog(123, "Previous_gtids", 154, ""),
                binlog(154, "Anonymous_Gtid", 219, "SET @@SESSION.GTID_NEXT= 'ANONYMOUS'"),
                binlog(219, "Query", 304, "CREATE DATABASE a"),
                binlog(
                    304,
                    "Gtid",
                    369,
                    "SET @@SESSION.GTID_NEXT= 'b6246e40-e566-11f1-9329-02fc00000001:7'"),
                binlog(369, "Query", 436, "BEGIN"),
                binlog(436, "Table_map", 480, "table_id: 108 (a.t)"),
                binlog(480, "Xid", 511, "COMMIT /* xid=24 */")))
        .containsExactly(
            "binlog.000001:154-304",
            "binlog.000001:304-511 (b6246e40-e566-11f1-9329-02fc00000001:7)");
  }

  @Test
  void whatEndsWithoutATransactionOfTheEngineIsNotCommittedAsOne() {
    LogScan scan = new LogScan(Log.BINARY, Optional.empty());
    scan.add(binlog(4, "Query", 100, "CREATE DATABASE a"));
    scan.add(binlog(100, "Query", 150, "BEGIN"));
    scan.add(binlog(150, "Table_map", 200, "table_id: 108 (a.myisam)"));
    scan.add(binlog(200, "Query", 250, "COMMIT"));
    scan.add(binlog(250, "Query", 300, "BEGIN"));
    scan.add(binlog(300, "Xid", 350, "COMMIT /* xid=24 */"));
    assertThat(scan.transactions())
        .extracting(LoggedTransaction::isAtomic)
        .containsExactly(false, false, true);
  }

  /** 9.7.4 with binlog_transaction_compression: the events inside have no places of their own. */
  @Test
  void aCompressedTransactionIsOne() {
    assertThat(
            scanned(
                Log.BINARY,
                Optional.empty(),
                binlog(
                    1066,
                    "Gtid",
                    1145,
                    "SET @@SESSION.GTID_NEXT= '11d88ef2-e591-11f1-b6b8-02fc00000001:4'"),
                binlog(1145, "Transaction_payload", 1406, "compression='ZSTD'"),
                binlog(1406, "Query", 1406, "BEGIN"),
                binlog(1406, "Table_map", 1406, "table_id: 85 (d.t)"),
                binlog(1406, "Update_rows", 1406, "table_id: 85 flags: STMT_END_F"),
                binlog(1406, "Xid", 1406, "COMMIT /* xid=22 */")))
        .containsExactly("binlog.000001:1066-1406 (11d88ef2-e591-11f1-b6b8-02fc00000001:4)");
  }

  /** MariaDB 10.11.5 with log_bin_compress. */
  @Test
  void aCompressedStatementIsOne() {
    assertThat(
            scanned(
                Log.BINARY,
                Optional.empty(),
                binlog(448, "Gtid", 490, "GTID 0-25074-2"),
                binlog(490, "Query_compressed", 737, "CREATE TABLE d.t (id int)"),
                binlog(737, "Query_compressed", 790, "XA START X'61',X'',1 GTID 0-25074-3"),
                binlog(790, "Query_compressed", 820, "XA ROLLBACK X'61',X'',1")))
        .containsExactly("binlog.000001:448-737 (0-25074-2)", "binlog.000001:737-820");
  }

  /** MariaDB 10.11.5: what was prepared is one, and what commits it later is another. */
  @Test
  void anXaTransactionThatIsBegunByItsNameIsTwo() {
    assertThat(
            scanned(
                Log.BINARY,
                Optional.empty(),
                binlog(448, "Gtid", 504, "XA START X'6f',X'',1 GTID 2-25074-3"),
                binlog(504, "Table_map", 550, "table_id: 31 (d.t)"),
                binlog(550, "Write_rows_v1", 600, "table_id: 31 flags: STMT_END_F"),
                binlog(600, "Query", 640, "XA END X'6f',X'',1"),
                binlog(640, "XA_prepare", 680, "XA PREPARE X'6f',X'',1"),
                binlog(680, "Gtid", 722, "GTID 2-25074-4"),
                binlog(722, "Query", 760, "XA COMMIT X'6f',X'',1")))
        .containsExactly("binlog.000001:448-680 (2-25074-3)", "binlog.000001:680-760 (2-25074-4)");
  }

  @Test
  void aRelayLogFollowsTheRotationsOfTheSource() {
    assertThat(
            scanned(
                Log.RELAY,
                Optional.of(new BinlogPosition("binlog.000001", 300)),
                relay(460, "Query", 368, "BEGIN"),
                relay(528, "Xid", 399, "COMMIT /* xid=1 */"),
                relay(559, "Rotate", 440, "binlog.000002;pos=4"),
                relay(600, "Format_desc", 120, "Server ver: 5.6.14-log, Binlog ver: 4"),
                relay(720, "Query", 188, "BEGIN"),
                relay(788, "Xid", 219, "COMMIT /* xid=2 */")))
        .containsExactly("binlog.000001:300-399", "binlog.000002:120-219");
  }

  /** 10.1.8 by GTID: the source left out what the replica had. */
  @Test
  void whereTheFirstBeginsIsMeasured() {
    assertThat(
            scanned(
                Log.RELAY,
                Optional.empty(),
                relay(300, "Rotate", 0, "binlog.000001;pos=4"),
                relay(344, "Format_desc", 248, "Server ver: 10.1.8-MariaDB, Binlog ver: 4"),
                relay(588, "Gtid_list", 287, "[1-1-9]"),
                relay(627, "Gtid", 1555, "BEGIN GTID 1-1-10"),
                relay(665, "Table_map", 1600, "table_id: 18 (a.t)"),
                relay(710, "Xid", 1631, "COMMIT /* xid=2 */")))
        .containsExactly("binlog.000001:1517-1631 (1-1-10)");
  }

  @Test
  void theRelayLogsOwnRotationOnlyLeadsOn() {
    LogScan scan = new LogScan(Log.RELAY, Optional.of(new BinlogPosition("binlog.000001", 300)));
    scan.add(relay(460, "Rotate", 500, "relay.000002;pos=4"));
    assertThat(scan.takeNextFile()).contains(new BinlogPosition("relay.000002", 4));
    assertThat(scan.takeNextFile()).isEmpty();
  }

  /** 10.1.8: domain 2 has been applied, of domain 1 nothing. */
  @Test
  void domainsAreDistinguished() {
    LogScan scan = new LogScan(Log.RELAY, Optional.empty());
    scan.add(relay(4, "Format_desc", 248, "Server ver: 10.1.8-MariaDB, Binlog ver: 4"));
    scan.add(relay(248, "Rotate", 0, "binlog.000001;pos=4"));
    scan.add(relay(300, "Gtid", 400, "GTID 0-21-6"));
    scan.add(relay(338, "Query", 480, "create table b.t (id int primary key)"));
    scan.add(relay(418, "Gtid", 518, "BEGIN GTID 1-21-1"));
    scan.add(relay(456, "Update_rows_v1", 560, "table_id: 20 flags: STMT_END_F"));
    scan.add(relay(498, "Xid", 591, "COMMIT /* xid=40 */"));
    scan.add(relay(529, "Gtid", 629, "BEGIN GTID 2-21-1 cid=41"));
    scan.add(relay(567, "Xid", 660, "COMMIT /* xid=41 */"));
    assertThat(scan.transactions())
        .extracting(LoggedTransaction::toString)
        .containsExactly(
            "binlog.000001:362-480 (0-21-6)",
            "binlog.000001:480-591 (1-21-1)",
            "binlog.000001:591-660 (2-21-1)");
    assertThat(GtidProgress.judge(MariaDbGtidSet.parse("0-21-6,2-21-1"), scan.transactions()))
        .isEqualTo(
            new ChannelGaps.Open(
                new Missing.Located(List.of(scan.transactions().get(1))),
                "later transactions in the log were applied, and these were not"));
    assertThat(GtidProgress.judge(MariaDbGtidSet.parse("0-21-6"), scan.transactions()).isFree())
        .isTrue();
  }
}

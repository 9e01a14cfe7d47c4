package io.tutti.operation.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.operation.gaps.HeldLogs.Made;
import io.tutti.spi.LogReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only what both have, and no two binlogs have alike, proves that a binlog is the same. */
class SourceEvidenceReaderTest extends SourceEvidenceBed {
  @Test
  void theNewestThatWasReceivedIsThere() {
    both(transaction(SOURCE, "106"));
    both(transaction(SOURCE, "107"));

    assertSame("xid=107");
  }

  /** It was received from another binlog of that name, with places that fall together. */
  @ParameterizedTest
  @CsvSource({"1, 7", "3, 107"})
  void anotherIsThere(long serverId, String xid) {
    both(transaction(SOURCE, "106"));
    BinlogPosition from = source.place();
    source.add(transaction(serverId, xid));
    relay.copied(from, transaction(SOURCE, "107"));

    assertOther("Xid of server 1: COMMIT /* xid=107 */", "xid=" + xid);
  }

  @Test
  void nothingBeginsThere() {
    source.add(new Made("Query", 61, SOURCE, "CREATE TABLE d.t (id INT)"));
    relay.copied(new BinlogPosition(LOG, 150), transaction(SOURCE, "106"));

    assertOther("nothing that ends there");
  }

  /** A binlog that is shorter than it was. */
  @Test
  void theSourcesLogEndsBefore() {
    both(transaction(SOURCE, "106"));
    relay.copied(source.place(), transaction(SOURCE, "107"));

    assertOther("xid=107", "nothing that ends there");
  }

  @Test
  void somethingLongerIsThere() {
    BinlogPosition from = source.place();
    source.add(
        new Made("Query", 70, SOURCE, "BEGIN"),
        new Made("Table_map", 60, SOURCE, "table_id: 7 (d.longer)"),
        new Made("Write_rows", 40, SOURCE, "table_id: 7 flags: STMT_END_F"),
        new Made("Xid", 31, SOURCE, "COMMIT /* xid=106 */"));
    relay.copied(from, transaction(SOURCE, "106"));

    assertOther("nothing that ends there (no event does)");
  }

  /** A source leaves out what a replica has by name. */
  @Test
  void whatTheSourceLeftOutMovesNoPlace() {
    both(transaction(SOURCE, "106"));
    source.add(transaction(SOURCE, "107"));
    BinlogPosition from = source.place();
    source.add(transaction(SOURCE, "108"));
    relay.received(from, transaction(SOURCE, "108"));

    assertSame("xid=108");
  }

  @Test
  void theSourcesFileIsGone() {
    relay.copied(new BinlogPosition("binlog.000007", 124), transaction(SOURCE, "106"));

    assertUnproved("db1:3306 has no binlog.000007 any more");
  }

  @Test
  void theSourceDoesNotListItsLog() {
    both(transaction(SOURCE, "106"));
    source.unlisted(ErrorCode.CONNECTION_LOST);

    assertUnproved("nothing to read at");
  }

  @Test
  void theSourceIsAway() {
    both(transaction(SOURCE, "106"));
    isAway = true;

    assertUnproved("its source was not read: db1:3306 does not answer.");
    assertThat(judge().isUnread()).isTrue();
  }

  @Test
  void anotherServerAnswers() {
    both(transaction(SOURCE, "106"));
    uuidNow = "uuid-of-another";

    assertOther("uuid-of-db1", "uuid-of-another");
  }

  /** A transaction that was half received may never have been committed there. */
  @Test
  void whatTheRelayLogsHoldOfHalfATransactionIsNotCompared() {
    Made[] half = {
      new Made("Query", 70, SOURCE, "BEGIN"),
      new Made("Query", 80, SOURCE, "INSERT INTO d.t VALUES (1)")
    };
    relay.copied(new BinlogPosition(LOG, 124), half);
    source.add(transaction(SOURCE, "106"));
    assertUnproved("the relay logs of db2:3306 show no transaction");
  }

  @Test
  void theNewestCompleteOneBeforeAHalfOneCounts() {
    both(transaction(SOURCE, "106"));
    relay.copied(source.place(), new Made("Query", 70, SOURCE, "BEGIN"));
    source.add(new Made("Query", 99, SOURCE, "DROP TABLE d.t"));

    assertSame("xid=106");
  }

  /** Any binlog has a BEGIN there. */
  @Test
  void whatEveryBinlogHasAlikeProvesNothing() {
    both(
        new Made("Query", 70, SOURCE, "BEGIN"),
        new Made("Table_map", 50, SOURCE, "table_id: 7 (d.t)"),
        new Made("Write_rows", 40, SOURCE, "table_id: 7 flags: STMT_END_F"),
        new Made("Query", 60, SOURCE, "COMMIT"));

    assertUnproved("show no transaction");
  }

  /** A receiver unpacks what its source compressed, and what is within has no place of its own. */
  @Test
  void ofACompressedTransactionItsNameCounts() {
    BinlogPosition from = source.place();
    String gtid = "SET @@SESSION.GTID_NEXT= '3e11fa47-71ca-11e1-9e33-c80aa9429562:7'";
    source.add(
        new Made("Gtid", 65, SOURCE, gtid),
        new Made("Transaction_payload", 100, SOURCE, "compression='ZSTD'"),
        new Made("Query", 0, SOURCE, "use `d`; INSERT INTO t VALUES (1)"),
        new Made("Xid", 0, SOURCE, "COMMIT /* xid=106 */"));
    relay.copied(
        from,
        new Made("Gtid", 65, SOURCE, gtid),
        new Made("Transaction_payload", 100, SOURCE, "compression='ZSTD'"),
        new Made("Query", 0, SOURCE, "INSERT INTO t VALUES (1)"),
        new Made("Xid", 0, SOURCE, "COMMIT /* xid=99 */"));

    assertSame("'3e11fa47-71ca-11e1-9e33-c80aa9429562:7'");
  }

  @Test
  void aStatementThatWasCompressedIsTheSame() {
    String statement = "INSERT INTO d.t VALUES (1)";
    BinlogPosition from = source.place();
    source.add(
        new Made("Query", 70, SOURCE, "BEGIN"),
        new Made("Query_compressed", 90, SOURCE, statement),
        new Made("Query", 60, SOURCE, "COMMIT"));
    relay.copied(
        from,
        new Made("Query", 70, SOURCE, "BEGIN"),
        new Made("Query", 90, SOURCE, statement),
        new Made("Query", 60, SOURCE, "COMMIT"));

    assertSame(statement);
  }

  /** The bytes of the file are not read, but when it was begun is not known. */
  @Test
  void anEncryptedLogIsCompared() {
    both(transaction(SOURCE, "106"));
    source.encrypted();

    assertSame("xid=106");
    assertThat(evidence().begun().isUnknown()).isTrue();
  }

  private SameBinlog judgeOne(Made... events) {
    BinlogPosition from = new BinlogPosition(LOG, 124);
    HeldLogs copy = new HeldLogs().file("relay.000009", NOON).copied(from, events);
    List<LogReader.LogEvent> listed =
        copy.list(LogReader.Log.RELAY, "", Optional.empty(), 100, DEADLINE);
    ListedTransaction one =
        new ListedTransaction(
            new LoggedTransaction(
                from, new BinlogPosition(LOG, listed.getLast().endPosition()), Optional.empty()),
            listed.subList(2, listed.size()));
    Channel built = channel.build();
    InstanceState state = replica.channel(built).build();
    return new SourceEvidenceReader((TrustedServers) this::open)
        .read(one, new Session(state, own), state, built, DEADLINE)
        .judge();
  }

  @Test
  void oneThatWasFoundIsCompared() {
    source.add(transaction(SOURCE, "106"));

    assertThat(judgeOne(transaction(SOURCE, "106"))).isInstanceOf(SameBinlog.Same.class);
    assertThat(judgeOne(transaction(SOURCE, "105"))).isInstanceOf(SameBinlog.Other.class);
    assertThat(
            judgeOne(
                new Made("Query", 70, SOURCE, "BEGIN"), new Made("Query", 60, SOURCE, "COMMIT")))
        .isInstanceOf(SameBinlog.Unproved.class)
        .extracting(SameBinlog::why)
        .asString()
        .contains("shows nothing of it that two binlogs cannot have alike");
  }
}

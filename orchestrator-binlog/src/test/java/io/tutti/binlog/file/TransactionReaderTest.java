package io.tutti.binlog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.fixtures.LogBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that are made by hand, as each release writes them. */
class TransactionReaderTest {
  private static final String UUID = "00112233-4455-6677-8899-aabbccddeeff";

  @TempDir private Path folder;

  private List<String> read(LogBytes log) {
    Read read = Read.of(log.into(folder.resolve("log")), true);
    assertThat(read.trouble()).isEmpty();
    return read.transactions();
  }

  private void onFirst(LogBytes log, Consumer<Transaction> look) throws IOException {
    try (BinlogFile file = BinlogFile.open(log.into(folder.resolve("log")), true)) {
      TransactionReader reader = new TransactionReader(file);
      assertThat(reader.next()).isTrue();
      look.accept(reader.transaction());
    }
  }

  @Test
  void theFormatDescriptionSaysWhoWroteIt() throws IOException {
    Path log = LogBytes.of("10.11.5-MariaDB-log", true, 0x41).into(folder.resolve("log"));
    try (BinlogFile file = BinlogFile.open(log, true)) {
      assertThat(file.format())
          .isEqualTo(
              new FormatDescription("10.11.5-MariaDB-log", 1_700_000_000L, true, true, true));
      assertThat(file.format().isMariaDb()).isTrue();
    }
  }

  @Test
  void mySql56HasGtidsOnly() {
    assertThat(read(LogBytes.of("5.6.14-log").gtidOf56(7).insert(70, "a", "t").stop()))
        .containsExactly(UUID + ":7 0/0 [a.t] first");
  }

  @Test
  void mySql56WithoutGtids() {
    LogBytes log =
        LogBytes.of("5.6.14-log")
            .insert(70, "a", "t")
            .query("b", "CREATE TABLE x (i INT)")
            .query("b", "BEGIN")
            .event(5, new byte[9])
            .query("b", "INSERT INTO x VALUES (LAST_INSERT_ID())")
            .query("b", "COMMIT");
    assertThat(read(log))
        .containsExactly("NOT 0/0 [a.t] first", "NOT 0/0 DDL CREATE TABLE [b.]", "NOT 0/0 [b.]");
  }

  @Test
  void mySql57WithAndWithoutGtids() {
    LogBytes log =
        LogBytes.of("5.7.22-log")
            .gtidOf57(1, 0, 1)
            .insert(70, "a", "t")
            .anonymous(1, 2)
            .insert(70, "a", "t")
            .anonymous(1, 3)
            .query("a", "/* by hand */ alter  table t add j int")
            .rotate("binlog.000002");
    assertThat(read(log))
        .containsExactly(
            UUID + ":1 0/1 [a.t] first",
            "ANONYMOUS 1/2 [a.t]",
            "ANONYMOUS 1/3 DDL ALTER TABLE [a.]");
  }

  @Test
  void mySql80WritesWhenItWasCommittedAndHowLongItIs() throws IOException {
    LogBytes log =
        LogBytes.of("8.0.15")
            .at(0)
            .gtidOf80(3, 4, 6, 1_700_000_010_000_001L, 1_700_000_009_500_000L, 321)
            .insert(70, "a", "t");
    onFirst(
        log,
        first -> {
          assertThat(first.head().gtid()).isEqualTo(UUID + ":3");
          assertThat(first.head().lastCommitted()).isEqualTo(4);
          assertThat(first.head().sequenceNumber()).isEqualTo(6);
          assertThat(first.head().immediateMicros()).isEqualTo(1_700_000_010_000_001L);
          assertThat(first.head().originalMicros()).isEqualTo(1_700_000_009_500_000L);
          assertThat(first.head().declaredBytes()).isEqualTo(321);
          assertThat(first.commitSeconds()).isEqualTo(1_700_000_010L);
          assertThat(first.durationSeconds()).isEqualTo(9);
          assertThat(first.events()).isEqualTo(5);
          assertThat(first.rowEvents()).isEqualTo(1);
          assertThat(first.offset() + first.bytes()).isEqualTo(log.size());
        });
  }

  /** The bytes are those of a 9.x server. */
  @Test
  void tagsOfGtids() throws IOException {
    byte[] body =
        HexFormat.of()
            .parseHex(
                "02760000"
                    + "0202"
                    + "2502dcf0090230f90322bd03ad02210244445a68510322"
                    + "0404060c666f6f62617a08000a040c7f158322"
                    + "2d5c2e0610490312c3020b");
    onFirst(
        LogBytes.of("9.7.4").event(42, body).insert(70, "a", "t"),
        first -> {
          assertThat(first.head().gtid())
              .isEqualTo("896e7882-18fe-11ef-ab88-22222d34d411:foobaz:1");
          assertThat(first.head().lastCommitted()).isZero();
          assertThat(first.head().sequenceNumber()).isEqualTo(1);
          assertThat(first.head().declaredBytes()).isEqualTo(210);
          assertThat(first.head().originalMicros()).isEqualTo(first.head().immediateMicros());
        });
  }

  @Test
  void mariaDbMarksGroupsAndWhatIsNotParallel() throws IOException {
    LogBytes log =
        LogBytes.of("10.11.5-MariaDB-log")
            .from(3)
            .gtidOfMariaDb(2, 9, 2 | 4 | 8 | 16, 77)
            .insert(70, "a", "t")
            .gtidOfMariaDb(0, 10, 1 | 32, 0)
            .query("a", "CREATE TABLE u (i INT)")
            .gtidOfMariaDb(0, 11, 4 | 8, 0)
            .query("a", "SAVEPOINT x")
            .query(165, "a", new byte[] {(byte) 0x81, 1, 2})
            .query("", "COMMIT")
            .gtidOfMariaDb(0, 12, 4 | 8, 0)
            .event(160, "INSERT".getBytes(StandardCharsets.US_ASCII))
            .table(71, "a", "v")
            .rows(169, 71, 30)
            .event(161, new byte[4])
            .xid();
    assertThat(read(log))
        .containsExactly(
            "2-3-9 0/0 [a.t] first",
            "0-3-10 0/0 DDL CREATE TABLE [a.]",
            "0-3-11 0/0 [a.]",
            "0-3-12 0/0 [a.v]");
    onFirst(
        log,
        first -> {
          assertThat(first.head().commitId()).isEqualTo(77);
          assertThat(first.head().domain()).isEqualTo(2);
          assertThat(first.head().hasWaited()).isTrue();
          assertThat(first.head().isTransactional()).isTrue();
          assertThat(first.head().isParallelAllowed()).isTrue();
        });
  }

  @Test
  void compressedTransactionsAreUnpacked() throws IOException {
    LogBytes packed = LogBytes.part().insert(70, "a", "t");
    LogBytes log =
        LogBytes.of("9.7.4")
            .anonymous(0, 1)
            .payload(packed, packed.size())
            .anonymous(1, 2)
            .payload(packed, packed.size());
    assertThat(read(log)).containsExactly("ANONYMOUS 0/1 [a.t] first", "ANONYMOUS 1/2 [a.t]");
    onFirst(
        log,
        first -> {
          assertThat(first.unpackedBytes()).isEqualTo(packed.size());
          assertThat(first.packedBytes()).isPositive();
          assertThat(first.rowEvents()).isEqualTo(1);
        });
  }

  @Test
  void xaIsPreparedAndCommittedByItself() {
    LogBytes log =
        LogBytes.of("5.7.22-log")
            .anonymous(0, 1)
            .query("a", "XA START X'31',X'',1")
            .table(70, "a", "t")
            .rows(30, 70, 9)
            .query("a", "XA END X'31',X'',1")
            .event(38, new byte[14])
            .anonymous(1, 2)
            .query("a", "XA COMMIT X'31',X'',1");
    assertThat(read(log)).containsExactly("ANONYMOUS 0/1 [a.t] first", "ANONYMOUS 1/2 []");
  }

  @Test
  void whatHasNoEndIsNoTransaction() throws IOException {
    LogBytes log =
        LogBytes.of("5.7.22-log")
            .anonymous(0, 1)
            .query("a", "BEGIN")
            .anonymous(1, 2)
            .insert(70, "a", "t")
            .anonymous(2, 3)
            .query("a", "BEGIN");
    try (BinlogFile file = BinlogFile.open(log.into(folder.resolve("log")), true)) {
      TransactionReader reader = new TransactionReader(file);
      assertThat(reader.next()).isTrue();
      assertThat(Read.text(reader)).isEqualTo("ANONYMOUS 1/2 [a.t] first");
      assertThat(reader.next()).isFalse();
      assertThat(reader.counts().unfinished()).isEqualTo(1);
      assertThat(reader.isWithin()).isTrue();
    }
  }

  @Test
  void aTransactionContinuesInTheNextRelayLog() throws IOException {
    Path first =
        LogBytes.of("8.0.15", true, 0x40)
            .rotate("binlog.000007")
            .describe("8.0.15")
            .anonymous(5, 6)
            .query("a", "BEGIN")
            .rotate("relay.000002")
            .into(folder.resolve("1"));
    Path second =
        LogBytes.of("8.0.15", true, 0x40)
            .describe("8.0.15")
            .table(70, "a", "t")
            .rows(31, 70, 40)
            .xid()
            .anonymous(6, 7)
            .insert(70, "a", "t")
            .into(folder.resolve("2"));
    List<String> read = new ArrayList<>();
    try (BinlogFile one = BinlogFile.open(first, true);
        BinlogFile two = BinlogFile.open(second, true)) {
      TransactionReader reader = new TransactionReader(one);
      assertThat(reader.next()).isFalse();
      reader.enter(two);
      while (reader.next()) {
        read.add(Read.text(reader));
      }
    }
    assertThat(read).containsExactly("ANONYMOUS 5/6 [a.t] first", "ANONYMOUS 6/7 [a.t] first");
  }

  /** Those of MariaDB are not. */
  @Test
  void aRelayLogThatIsNotMarkedIsKnownByWhatItHasOfItsSource() throws IOException {
    LogBytes source = LogBytes.of("10.1.8-MariaDB").event(163, new byte[900]);
    int from = source.size();
    source.rotate("binlog.000002").gtidOfMariaDb(0, 1, 4 | 8, 0).insert(70, "a", "t");
    LogBytes relay = LogBytes.of("10.1.8-MariaDB");
    byte[] log = Arrays.copyOf(relay.bytes(), relay.size() + source.size() - from);
    System.arraycopy(source.bytes(), from, log, relay.size(), source.size() - from);
    Path file = LogBytes.write(folder.resolve("log"), log);
    assertThat(Read.of(file, true).transactions()).containsExactly("0-1-1 0/0 [a.t] first");
    try (BinlogFile open = BinlogFile.open(file, true)) {
      assertThat(open.isRelayLog()).isFalse();
      assertThat(new TransactionReader(open).next()).isTrue();
      assertThat(open.isRelayLog()).isTrue();
    }
  }

  @Test
  void rowsLargerThanTheWindowAreReadPast() {
    int large = EventReader.WINDOW_BYTES + 100_000;
    LogBytes log =
        LogBytes.of("5.7.22-log")
            .anonymous(0, 1)
            .query("a", "BEGIN")
            .table(70, "a", "t")
            .rows(30, 70, large)
            .xid()
            .anonymous(1, 2)
            .insert(70, "a", "t");
    Read read = Read.of(log.into(folder.resolve("log")), true);
    assertThat(read.trouble()).isEmpty();
    assertThat(read.transactions())
        .containsExactly("ANONYMOUS 0/1 [a.t] first", "ANONYMOUS 1/2 [a.t]");
    assertThat(read.ends()).last().isEqualTo((long) log.size());
  }

  @Test
  void eventsThatMayBeIgnoredAre() {
    assertThat(
            read(
                LogBytes.of("5.7.22-log")
                    .flags(EventType.IGNORABLE_FLAG)
                    .event(99, new byte[5])
                    .flags(0)
                    .anonymous(0, 1)
                    .insert(70, "a", "t")))
        .hasSize(1);
  }
}

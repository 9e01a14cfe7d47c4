package io.tutti.operation.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.ErrorCode;
import io.tutti.gaps.SameBinlog;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where the relay logs show nothing, what the replica has applied is looked for in its own binlog.
 */
class SourceEvidenceOfWorkersTest extends SourceEvidenceBed {
  /** The fastest worker has applied the second of two, and the relay logs are gone. */
  private void appliedTheSecond(String... rows) {
    BinlogPosition first = source.place();
    source.add(transaction(SOURCE, "106"));
    BinlogPosition second = source.place();
    source.add(transaction(SOURCE, "107"));
    source.holds(written(second, NOON, rows));
    appliedFrom(first, source.place());
  }

  @Test
  void whatTheFastestWorkerAppliedIsInTheReplicasOwnBinlog() {
    appliedTheSecond("7");
    own.holds(written(inOwn(124), NOON, "7"));

    assertSame("the same transaction of server 1, written at " + NOON);
  }

  /** The same place of another binlog of that name. */
  @ParameterizedTest
  @CsvSource({"7, 1", "8, 0"})
  void anotherIsInTheReplicasOwnBinlog(String row, long secondsLater) {
    appliedTheSecond("7");
    own.holds(written(inOwn(124), NOON.plusSeconds(secondsLater), row));

    assertUnproved("its own binlog holds none that does the same");
  }

  @Test
  void whatNoTransactionOfTheSourceEndsAtIsOfAnother() {
    source.add(transaction(SOURCE, "106"));
    appliedFrom(new BinlogPosition(LOG, 124), new BinlogPosition(LOG, 300));

    assertOther("the end of a transaction", "no transaction does");
  }

  /** A server that was killed may have a worker that noted a place of before. */
  @Test
  void whereTheRelayLogsShowNothingElseIsCompared() {
    both(transaction(SOURCE, "106"));
    appliedFrom(new BinlogPosition(LOG, 124), new BinlogPosition(LOG, 300));
    relay.listed();

    assertSame("xid=106");
  }

  @Test
  void withoutLoggingWhatItReplicatesItsOwnBinlogShowsNothing() {
    appliedTheSecond("7");
    own.holds(written(inOwn(124), NOON, "7"));
    replica.logsNothing();

    assertUnproved("does not log what it replicates");
  }

  /** All such are alike. */
  @Test
  void oneThatChangesNothingThatIsShownProvesNothing() {
    appliedTheSecond();
    own.holds(written(inOwn(124), NOON));

    assertUnproved("changes nothing that can be compared");
  }

  @Test
  void anEncryptedOwnBinlogProvesNothing() {
    appliedTheSecond("7");
    own.holds(written(inOwn(124), NOON, "7")).encrypted();

    assertUnproved("nothing to read at own.000001");
  }

  @ParameterizedTest
  @CsvSource({"4, true", "5, false"})
  void ofItsOwnBinlogsTheNewestAreRead(int younger, boolean isRead) {
    appliedTheSecond("7");
    own.holds(written(inOwn(124), NOON, "7"));
    for (int i = 0; i < younger; i++) {
      own.file("own.%06d".formatted(i + 2), NOON);
    }

    assertThat(judge()).isInstanceOf(isRead ? SameBinlog.Same.class : SameBinlog.Unproved.class);
  }

  @Test
  void theSourceDoesNotListFromTheLowWaterOn() {
    appliedFrom(new BinlogPosition(LOG, 777), new BinlogPosition(LOG, 999));

    assertUnproved("the binlog of db1:3306 from binlog.000001:777 on is");
  }

  @Test
  void aWorkerThatIsNotAheadShowsNothing() {
    source.add(transaction(SOURCE, "106"));
    appliedFrom(source.place(), source.place());

    assertUnproved("show no transaction");
  }

  private static WrittenTransaction ofAnotherServer(Instant at) {
    WrittenTransaction one = written(inOwn(524), at, "8");
    return new WrittenTransaction(
        one.gtid(),
        one.begin(),
        SOURCE + 8,
        one.at(),
        one.statements(),
        one.changes(),
        0,
        one.replay(),
        one.trouble());
  }

  /** Of a file that holds something, and that was begun after all that the replica has. */
  @ParameterizedTest
  @CsvSource({"-601, true", "-600, false", "0, false"})
  void aFileThatWasBegunLaterIsDoubted(long newestAfterNoon, boolean isDoubted) {
    source.add(transaction(SOURCE, "106"));
    relay.unlisted(ErrorCode.STATEMENT_FAILED);
    channel.executed(Observed.known(source.place()));
    own.holds(written(inOwn(124), NOON.plusSeconds(newestAfterNoon), "7"));
    own.holds(written(inOwn(324), NOON.plusSeconds(newestAfterNoon - 10), "6"));
    own.holds(ofAnotherServer(NOON.plusSeconds(50)));

    assertUnproved("show no transaction");
    assertThat(judge().isDoubted()).isEqualTo(isDoubted);
  }

  /** The source has continued to that file, and nothing of it was received yet. */
  @Test
  void atTheHeadOfAFileNothingIsDoubted() {
    relay.unlisted(ErrorCode.STATEMENT_FAILED);
    channel.executed(Observed.known(source.place()));
    source.add(transaction(SOURCE, "106"));
    own.holds(written(inOwn(124), NOON.minusSeconds(700), "7"));

    assertUnproved("show no transaction");
    assertThat(judge().isDoubted()).isFalse();
  }
}

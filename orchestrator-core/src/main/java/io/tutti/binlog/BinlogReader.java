package io.tutti.binlog;

import io.tutti.error.OrchestratorException;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reads what one server's binlogs hold. */
public interface BinlogReader {

  /**
   * By what a transaction is chosen.
   *
   * @param serverId of the server that wrote it first
   */
  record Head(Optional<Gtid> gtid, long serverId) {}

  /**
   * Hands over every row that a transaction changes, in the order of the binlog.
   *
   * @param transaction as it is in this server's binlog
   * @param serverId of the server that wrote it first
   * @throws OrchestratorException when it cannot be read whole, or something else is there; rows
   *     that were handed over before count for nothing then
   */
  void readRows(
      LoggedTransaction transaction, long serverId, Consumer<RowChange> each, Deadline deadline);

  /**
   * When the process began that wrote a log, by the server's clock; absent when it is not the first
   * that its process wrote.
   *
   * @throws OrchestratorException when it cannot be read
   */
  default Observed<Instant> processBegunWith(String log, Deadline deadline) {
    return Observed.unknown("this reader does not read how logs begin");
  }

  /**
   * When a log was begun, by the server's clock.
   *
   * @throws OrchestratorException when it cannot be read
   */
  default Observed<Instant> begunAt(String log, Deadline deadline) {
    return Observed.unknown("this reader does not read how logs begin");
  }

  /**
   * What this server had executed when a transaction ended at a place of its binlog, exactly: what
   * the file begins with, and what it holds up to there; empty when that is nothing. Only for GTIDs
   * of UUIDs.
   *
   * @throws OrchestratorException when that file cannot be read, or no transaction ends there
   */
  Optional<GtidSet> executedBefore(BinlogPosition place, Deadline deadline);

  /**
   * One transaction, as it is in this server's binlog.
   *
   * @throws OrchestratorException when it cannot be read, or another one is there
   */
  default WrittenTransaction readTransaction(LoggedTransaction transaction, Deadline deadline) {
    throw new UnsupportedOperationException("this reader reads no single transactions");
  }

  /**
   * Hands over the transactions that are wanted, in the order of the binlog, from the beginning of
   * a file to the end of the newest one.
   *
   * @throws OrchestratorException when it cannot be read to its end
   */
  void readTransactions(
      String file, Predicate<Head> wanted, Consumer<WrittenTransaction> each, Deadline deadline);
}

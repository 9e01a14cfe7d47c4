package io.tutti.binlog;

import io.tutti.error.OrchestratorException;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import java.time.Instant;
import java.util.function.Consumer;

/** Reads what one server's binlogs hold. */
public interface BinlogReader {

  /**
   * Hands over every row that a transaction changes, in the order of the binlog.
   *
   * @param transaction as it stands in this server's binlog
   * @param serverId of the server that wrote it first
   * @throws OrchestratorException when it cannot be read whole, or something else stands there;
   *     rows that were handed over before count for nothing then
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
}

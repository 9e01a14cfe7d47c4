package io.tutti.operation.skip;

import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import io.tutti.model.LastError;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the text of an applier's error reports of the transaction that it is about. Pure.
 *
 * @param gtid its name
 * @param file of the source's binlog; empty where a worker has not met it yet
 * @param end of one of its events in that file; 0 where it is not reported
 */
record ErrorPlace(Optional<Gtid> gtid, Optional<String> file, long end) {
  /** {@code Worker 3 failed executing transaction '3e11fa47-…:7' at master log …}. */
  private static final Pattern TRANSACTION = Pattern.compile("transaction '([^' ]+:\\d+)'");

  /**
   * {@code the event's master log binlog.000001, end_log_pos 2186}. The name is empty, or FIRST, of
   * a worker that has met no end of a file since its start (5.6.14 and 5.7.22).
   */
  private static final Pattern PLACE =
      Pattern.compile("(?:master|source) log ([^\\s,]*), end_log_pos (\\d+)");

  private static final Pattern WORKER = Pattern.compile("Worker \\d+ failed executing");

  private static final Pattern FILE = Pattern.compile(".+\\.\\d+");

  static ErrorPlace of(LastError error) {
    Matcher named = TRANSACTION.matcher(error.message());
    Matcher placed = PLACE.matcher(error.message());
    boolean isPlaced = placed.find();
    return new ErrorPlace(
        named.find() ? Optional.of(Gtid.parse(named.group(1))) : Optional.empty(),
        isPlaced && FILE.matcher(placed.group(1)).matches()
            ? Optional.of(placed.group(1))
            : Optional.empty(),
        isPlaced ? Long.parseLong(placed.group(2)) : 0);
  }

  /** Whether it is the error of a worker, in whichever row it is. */
  static boolean isOfWorker(LastError error) {
    return WORKER.matcher(error.message()).find();
  }

  boolean showsNothing() {
    return gtid.isEmpty() && end == 0;
  }

  /** Whether it may fit transactions of several files. */
  boolean isVague() {
    return gtid.isEmpty() && file.isEmpty();
  }

  boolean isIn(ListedTransaction listed) {
    LoggedTransaction transaction = listed.transaction();
    if (gtid.isPresent()) {
      return transaction.gtid().equals(gtid);
    }
    if (file.isEmpty()) {
      return listed.events().stream().anyMatch(event -> event.endPosition() == end);
    }
    BinlogPosition inside = new BinlogPosition(file.get(), end);
    return transaction.begin().relationTo(inside) == BinlogPosition.Relation.BEFORE
        && transaction.end().relationTo(inside).isAtOrAfter();
  }
}

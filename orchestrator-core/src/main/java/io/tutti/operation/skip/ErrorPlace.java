package io.tutti.operation.skip;

import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import io.tutti.model.LastError;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the text of an applier's error tells of the transaction that it is about. Pure.
 *
 * @param gtid its name
 * @param inside the end of one of its events in the source's binlog
 */
record ErrorPlace(Optional<Gtid> gtid, Optional<BinlogPosition> inside) {
  /** {@code Worker 3 failed executing transaction '3e11fa47-…:7' at master log …}. */
  private static final Pattern TRANSACTION = Pattern.compile("transaction '([^' ]+:\\d+)'");

  /** Also {@code the event's master log binlog.000001, end_log_pos 2186}. */
  private static final Pattern PLACE =
      Pattern.compile("(?:master|source) log ([^\\s,]+\\.\\d+), end_log_pos (\\d+)");

  static ErrorPlace of(LastError error) {
    Matcher named = TRANSACTION.matcher(error.message());
    Matcher placed = PLACE.matcher(error.message());
    return new ErrorPlace(
        named.find() ? Optional.of(Gtid.parse(named.group(1))) : Optional.empty(),
        placed.find() ? inside(placed.group(1), placed.group(2)) : Optional.empty());
  }

  /** A parallel applier may print 0 for a place that it does not know. */
  private static Optional<BinlogPosition> inside(String file, String end) {
    long position = Long.parseLong(end);
    return position == 0 ? Optional.empty() : Optional.of(new BinlogPosition(file, position));
  }

  boolean tellsNothing() {
    return gtid.isEmpty() && inside.isEmpty();
  }
}

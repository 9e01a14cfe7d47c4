package io.tutti.gaps;

import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import java.util.Optional;

/**
 * One transaction as it is in its source's binlog, or in the relay log where that does not show its
 * place in the binlog: what an applier takes as one, so a DDL statement counts as one, too.
 *
 * @param begin where its first event begins
 * @param end where its last event ends: what the server reports of a worker that has applied it
 * @param isAtomic whether it is committed as one, together with what the server keeps of its
 *     applier's place; not so for DDL, an XA PREPARE, and rows of an engine without transactions
 */
public record LoggedTransaction(
    BinlogPosition begin, BinlogPosition end, Optional<Gtid> gtid, boolean isAtomic) {
  /** One that is committed as one. */
  public LoggedTransaction(BinlogPosition begin, BinlogPosition end, Optional<Gtid> gtid) {
    this(begin, end, gtid, true);
  }

  /** Its size in the log; that of its end in a later file is not counted. */
  public long bytes() {
    return begin.file().equals(end.file()) ? end.position() - begin.position() : end.position();
  }

  @Override
  public String toString() {
    return "%s-%d%s"
        .formatted(begin, end.position(), gtid.map(name -> " (" + name + ")").orElse(""));
  }
}

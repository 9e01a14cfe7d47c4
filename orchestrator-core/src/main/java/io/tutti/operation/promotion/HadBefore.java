package io.tutti.operation.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ServerProgress;

/**
 * What a server had before it was opened for writes. A restart may have shut it again since: this
 * says whether clients have written to it meanwhile. Pure.
 *
 * @param executed by GTID
 * @param end of its binlog
 */
record HadBefore(Observed<GtidSet> executed, Observed<BinlogPosition> end) {
  static final HadBefore NOT_READ =
      new HadBefore(Observed.unknown("it was not read"), Observed.unknown("it was not read"));

  static HadBefore of(ServerProgress progress) {
    return new HadBefore(progress.gtid().executed(), progress.end());
  }

  /**
   * Whether it is known to have only this by now, and what came from its source. By position that
   * cannot be distinguished from what clients write; but each restart begins a file, and nothing
   * else shuts it again.
   */
  boolean isAllBeside(HadBefore source, HadBefore now, Positioning by) {
    return by == Positioning.LOG_POSITION
        ? end instanceof Observed.Known<BinlogPosition>(BinlogPosition then)
            && now.end() instanceof Observed.Known<BinlogPosition>(BinlogPosition since)
            && then.file().equals(since.file())
        : executed instanceof Observed.Known<GtidSet>(GtidSet had)
            && source.executed() instanceof Observed.Known<GtidSet>(GtidSet theirs)
            && now.executed() instanceof Observed.Known<GtidSet>(GtidSet has)
            && had.union(theirs).contains(has);
  }

  /** The same of one that receives nothing, by GTID. */
  boolean isAll(HadBefore now) {
    return executed instanceof Observed.Known<GtidSet>(GtidSet had)
        && now.executed() instanceof Observed.Known<GtidSet>(GtidSet has)
        && had.contains(has);
  }
}

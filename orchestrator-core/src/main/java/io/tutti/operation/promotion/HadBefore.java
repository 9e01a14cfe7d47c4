package io.tutti.operation.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ServerProgress;
import io.tutti.operation.StepFailure;

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
   * Whether it has only this by now, and what came from its source. By position that cannot be
   * distinguished from what clients write; but each restart begins a file, and nothing else shuts
   * it again.
   */
  Observed<Boolean> isAllBeside(HadBefore source, HadBefore now, Positioning by) {
    if (by == Positioning.LOG_POSITION) {
      return end.flatMap(then -> now.end().flatMap(since -> inOneFile(then, since)));
    }
    return executed.flatMap(had ->
        source
            .executed()
            .flatMap(theirs -> now.executed().map(has -> had.union(theirs).contains(has))));
  }

  /**
   * The same of one that receives nothing: where nothing had a GTID, its binlog ends where it did.
   */
  Observed<Boolean> isAll(HadBefore now) {
    return executed.asOptional().filter(had -> !had.isEmpty()).isPresent()
        ? executed.flatMap(had -> now.executed().map(had::contains))
        : end.flatMap(then ->
            now.end()
                .flatMap(since -> then.equals(since) ? Observed.known(true) : moved(then, since)));
  }

  private static Observed<Boolean> inOneFile(BinlogPosition then, BinlogPosition since) {
    return then.file().equals(since.file())
        ? Observed.known(true)
        : Observed.unknown("it has begun another binlog since, as each restart does");
  }

  /** Nobody else writes to it. */
  private static Observed<Boolean> moved(BinlogPosition then, BinlogPosition since) {
    return inOneFile(then, since).map(same -> false);
  }

  /**
   * @throws StepFailure where it is not known
   */
  static boolean known(InstanceAddress server, Observed<Boolean> hasNoMore) {
    return hasNoMore
        .asOptional()
        .orElseThrow(() ->
            StepFailure.passing(
                "Whether %s has taken writes is not known: %s.".formatted(server, hasNoMore)));
  }
}

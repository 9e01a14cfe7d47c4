package io.tutti.operation.crash;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.crash.SourceLogs;
import io.tutti.crash.SourceNames;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LogScan;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.operation.gaps.LogWalk;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.LogReader.Log;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides of names that both a source and its replica have whether they are the same transactions:
 * by what both binlogs hold under them; of those that the replica has not applied, by the binlog of
 * the source that its relay log says they came from.
 *
 * @param source a session with it
 * @param first the first of its logs that the process did not write that was watched before
 */
record SameNames(SourceNames names, SourceLogs logs, Session source, String first) {
  /** More are not compared. */
  private static final int COMPARED_MAX = 20_000;

  /**
   * What was found out.
   *
   * @param lost the names under which the replica has another transaction
   * @param undecided those of which that is not known
   */
  record Found(Optional<GtidSet> lost, Optional<GtidSet> undecided) {}

  Found compare(GtidSet undecided, ReplicaBinlog replica, String channel) {
    Map<Gtid, WrittenTransaction> written = new HashMap<>();
    GtidSet had = names.atStart().asOptional().orElseThrow();
    GtidSet none = undecided.minus(undecided);
    ReportRoom room = new ReportRoom();
    AtomicBoolean isFull = new AtomicBoolean();
    try {
      source
          .binlog()
          .readTransactions(
              first,
              head ->
                  head.gtid()
                      .filter(gtid ->
                          undecided.containsGtid(gtid)
                              && !had.containsGtid(gtid)
                              && !names.own(none.with(gtid)).isEmpty()
                              && written.size() <= COMPARED_MAX
                              && !isFull.get())
                      .isPresent(),
              transaction -> {
                if (room.keeps(transaction)) {
                  written.put(transaction.gtid().orElseThrow(), transaction);
                } else {
                  isFull.set(true);
                }
              },
              replica.deadline());
    } catch (OrchestratorException e) {
      return new Found(Optional.empty(), Optional.of(undecided));
    }
    if (written.size() > COMPARED_MAX || isFull.get()) {
      return new Found(Optional.empty(), Optional.of(undecided));
    }
    Decided decided = new Decided(none, new HashMap<>(written));
    inBinlog(replica, decided);
    if (!decided.open.isEmpty()) {
      inRelayLog(replica, channel, decided);
    }
    return decided.found();
  }

  /** What is put together. */
  private static final class Decided {
    private final Map<Gtid, WrittenTransaction> open;
    private final GtidSet none;
    private GtidSet lost;

    Decided(GtidSet none, Map<Gtid, WrittenTransaction> open) {
      this.none = none;
      this.lost = none;
      this.open = open;
    }

    void take(Gtid gtid, boolean isSame) {
      if (open.remove(gtid) != null && !isSame) {
        lost = lost.with(gtid);
      }
    }

    Found found() {
      GtidSet left = none;
      for (Gtid gtid : open.keySet()) {
        left = left.with(gtid);
      }
      return new Found(
          Optional.of(lost).filter(names -> !names.isEmpty()),
          Optional.of(left).filter(names -> !names.isEmpty()));
    }
  }

  private static void inBinlog(ReplicaBinlog replica, Decided decided) {
    try {
      replica.read(
          replica.firstWhere(
              before -> decided.open.keySet().stream().noneMatch(before::containsGtid)),
          head -> head.gtid().filter(decided.open::containsKey).isPresent(),
          transaction -> {
            Gtid gtid = transaction.gtid().orElseThrow();
            Optional.ofNullable(decided.open.get(gtid))
                .flatMap(other -> isSame(transaction, other))
                .ifPresent(same -> decided.take(gtid, same));
          });
    } catch (OrchestratorException e) {
      // What it has applied cannot be read: its relay log may show.
    }
  }

  /** Empty where what both do is not reported whole, and they were written in the same second. */
  static Optional<Boolean> isSame(WrittenTransaction one, WrittenTransaction other) {
    boolean isEqual =
        one.statements().equals(other.statements())
            && one.changes().equals(other.changes())
            && one.changesMore() == other.changesMore();
    boolean isWhole = one.trouble().isEmpty() && other.trouble().isEmpty();
    if (!isEqual || isWhole) {
      return Optional.of(isEqual);
    }
    return one.at().equals(other.at()) ? Optional.empty() : Optional.of(false);
  }

  private void inRelayLog(ReplicaBinlog replica, String channel, Decided decided) {
    LogScan scan = new LogScan(Log.RELAY, Optional.empty(), listed -> attribute(listed, decided));
    // Where it cannot be read to its end, what was read of it counts.
    new LogWalk(replica.session().logs(), Log.RELAY, channel)
        .walk(scan, Optional.empty(), each -> decided.open.isEmpty(), replica.deadline());
  }

  private void attribute(ListedTransaction listed, Decided decided) {
    BinlogPosition from = new BinlogPosition(listed.transaction().begin().file(), 0);
    BinlogPosition.Relation place = from.relationTo(new BinlogPosition(first, 0));
    boolean isProof =
        place != BinlogPosition.Relation.INCOMPARABLE
            && !logs.whyPossiblyAnother(from.file()).isKnown();
    if (isProof) {
      listed.transaction().gtid().ifPresent(gtid -> decided.take(gtid, place.isAtOrAfter()));
    }
  }
}

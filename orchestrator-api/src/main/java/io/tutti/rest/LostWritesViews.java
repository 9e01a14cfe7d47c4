package io.tutti.rest;

import io.tutti.api.CrashView;
import io.tutti.api.LostWritesView;
import io.tutti.api.LostWritesView.CellView;
import io.tutti.api.LostWritesView.ChangeView;
import io.tutti.api.LostWritesView.ReplacedView;
import io.tutti.api.LostWritesView.ReplicaView;
import io.tutti.api.LostWritesView.TransactionView;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.operation.crash.LostWrites;

/** Turns what the engine knows into {@link LostWritesView}s. */
final class LostWritesViews {
  private LostWritesViews() {}

  static ReplicaView of(LostWrites.OfReplica reported) {
    CrashView.ReplicaView lostOnSource =
        CrashViews.of(reported.address().toString(), reported.channel(), reported.lostOnSource());
    return new ReplicaView(
        lostOnSource.address(),
        lostOnSource.channel(),
        lostOnSource.lostOnSource(),
        lostOnSource.gtids(),
        lostOnSource.received(),
        reported.transactions().stream().map(LostWritesViews::of).toList(),
        reported.more(),
        reported.replaced().stream().map(LostWritesViews::of).toList(),
        reported.notes());
  }

  static ReplacedView of(LostWrites.Replaced replaced) {
    return new ReplacedView(
        LostWritesViews.of(replaced.onReplica()), LostWritesViews.of(replaced.onServer()));
  }

  static TransactionView of(WrittenTransaction transaction) {
    return new TransactionView(
        transaction.gtid().map(Object::toString),
        transaction.begin().toString(),
        transaction.serverId(),
        transaction.at().toString(),
        transaction.statements(),
        transaction.changes().stream().map(LostWritesViews::of).toList(),
        transaction.changesMore(),
        transaction.replay(),
        transaction.trouble());
  }

  static ChangeView of(RowChange change) {
    return new ChangeView(
        change.kind().name(),
        change.table(),
        change.before().stream().map(LostWritesViews::of).toList(),
        change.after().stream().map(LostWritesViews::of).toList(),
        change.toString());
  }

  static CellView of(RowChange.Cell cell) {
    return new CellView(cell.column(), cell.literal());
  }

  static LostWritesView of(LostWrites lost) {
    return new LostWritesView(
        lost.address().toString(), lost.replicas().stream().map(LostWritesViews::of).toList());
  }
}

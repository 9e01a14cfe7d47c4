package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.Large;
import io.tutti.binlog.file.TableNames;
import io.tutti.binlog.file.Transaction;
import io.tutti.binlog.file.TransactionHead;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Keeps the largest transactions by some measure, and how many could begin beside each. */
final class LargeTransactions {
  private static final int KEPT_MAX = 10;
  private static final int TABLES_SHOWN = 3;

  private final List<Kept> kept = new ArrayList<>();
  private long smallest;

  /** Whether any of them is still to be followed; of most transactions none is. */
  private boolean isAnyOpen;

  private static final class Kept {
    private final long measure;
    private final Large large;
    private final long sequenceNumber;
    private final long commitId;
    private long beside;
    private boolean isOpen;

    Kept(long measure, Large large, TransactionHead head) {
      this.measure = measure;
      this.large = large;
      this.sequenceNumber = head.sequenceNumber();
      this.commitId = head.commitId();
      this.isOpen = sequenceNumber > 0 || commitId > 0;
    }

    /** Another transaction follows: whether it may begin before this one is done. */
    void follow(boolean isFirstOfLog, long lastCommitted, long itsCommitId) {
      boolean mayBegin =
          sequenceNumber > 0
              ? !isFirstOfLog && lastCommitted < sequenceNumber
              : itsCommitId == commitId;
      isOpen = mayBegin;
      beside += mayBegin ? 1 : 0;
    }

    Large report(boolean isKnown) {
      return new Large(
          large.file(),
          large.offset(),
          large.gtid(),
          large.committedSeconds(),
          large.bytes(),
          large.seconds(),
          large.rowEvents(),
          large.tables(),
          isKnown ? Optional.of(beside) : Optional.empty());
    }
  }

  /** Before {@link #add} of the same transaction. */
  void follow(Transaction transaction, long modifiedLastCommitted) {
    if (!isAnyOpen) {
      return;
    }
    isAnyOpen = false;
    for (int i = 0; i < kept.size(); i++) {
      Kept each = kept.get(i);
      if (each.isOpen) {
        each.follow(
            transaction.isFirstOfLog(), modifiedLastCommitted, transaction.head().commitId());
        isAnyOpen |= each.isOpen;
      }
    }
  }

  void add(long measure, String file, Transaction transaction, TableNames names) {
    if (measure <= smallest && kept.size() >= KEPT_MAX || measure <= 0) {
      return;
    }
    kept.add(new Kept(measure, large(file, transaction, names), transaction.head()));
    kept.sort(Comparator.comparingLong((Kept each) -> each.measure).reversed());
    if (kept.size() > KEPT_MAX) {
      kept.removeLast();
    }
    smallest = kept.getLast().measure;
    isAnyOpen = true;
  }

  private static Large large(String file, Transaction transaction, TableNames names) {
    return new Large(
        file,
        transaction.offset(),
        transaction.head().gtid(),
        transaction.commitSeconds(),
        transaction.bytes(),
        transaction.durationSeconds(),
        transaction.rowEvents(),
        IntStream.range(0, Math.min(TABLES_SHOWN, transaction.tableCount()))
            .mapToObj(index -> Shares.text(names.name(transaction.table(index))))
            .toList(),
        Optional.empty());
  }

  List<Large> report() {
    return kept.stream()
        .map(each -> each.report(each.sequenceNumber > 0 || each.large.gtid().contains("-")))
        .toList();
  }
}

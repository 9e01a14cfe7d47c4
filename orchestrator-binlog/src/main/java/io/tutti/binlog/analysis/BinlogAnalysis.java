package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.Barriers;
import io.tutti.binlog.analysis.BinlogReport.Ddl;
import io.tutti.binlog.analysis.BinlogReport.LogFile;
import io.tutti.binlog.analysis.BinlogReport.Totals;
import io.tutti.binlog.file.BinlogTrouble;
import io.tutti.binlog.file.LogCounts;
import io.tutti.binlog.file.Naming;
import io.tutti.binlog.file.TableNames;
import io.tutti.binlog.file.Transaction;
import io.tutti.binlog.file.TransactionHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts what transactions say, in an amount of memory that does not depend on how many. */
final class BinlogAnalysis {
  private static final int DDL_SHOWN = 20;

  private final TableNames names;
  private final Intervals intervals = new Intervals();
  private final GroupCommits groups = new GroupCommits();
  private final Spread bytes = new Spread();
  private final Spread seconds = new Spread();
  private final Shares shares;
  private final CountedParts domains = new CountedParts();
  private final CountedParts servers = new CountedParts();
  private final LargeTransactions biggest = new LargeTransactions();
  private final LargeTransactions longest = new LargeTransactions();
  private final CurveBuilder curve = new CurveBuilder();
  private final List<Ddl> ddlStatements = new ArrayList<>();
  private final Optional<RowCounts> rows;
  private long transactions;
  private long ofMariaDb;
  private long clocked;
  private long packed;
  private long packedBytes;
  private long unpackedBytes;
  private long rowEvents;
  private long statements;
  private long ddl;
  private long notParallel;
  private long notTransactional;
  private long waited;

  /**
   * @param rows what counts rows, where they are looked into
   */
  BinlogAnalysis(TableNames names, Optional<RowCounts> rows) {
    this.names = names;
    this.shares = new Shares(names);
    this.rows = rows;
  }

  void add(String file, Transaction transaction) {
    long size = transaction.bytes();
    long duration = transaction.durationSeconds();
    transactions++;
    bytes.add(size);
    seconds.add(duration);
    curve.moveTo(transaction.commitSeconds());
    curve.add(size);
    servers.add(transaction.serverId(), size);
    shares.add(transaction);
    addKinds(transaction);
    long lastCommitted = addDependencies(transaction, size);
    biggest.follow(transaction, lastCommitted);
    longest.follow(transaction, lastCommitted);
    biggest.add(size, file, transaction, names);
    longest.add(duration, file, transaction, names);
    rows.ifPresent(counts -> counts.add(transaction));
    if (transaction.isDdl()) {
      addDdl(file, transaction);
    }
  }

  private void addKinds(Transaction transaction) {
    rowEvents += transaction.rowEvents();
    statements += transaction.statements();
    if (transaction.unpackedBytes() > 0) {
      packed++;
      packedBytes += transaction.packedBytes();
      unpackedBytes += transaction.unpackedBytes();
    }
  }

  private long addDependencies(Transaction transaction, long size) {
    TransactionHead head = transaction.head();
    if (head.naming() == Naming.MARIADB_GTID) {
      ofMariaDb++;
      domains.add(head.domain(), size);
      curve.addGrouped(groups.add(head.commitId()));
      notParallel += head.isParallelAllowed() ? 0 : 1;
      notTransactional += head.isTransactional() ? 0 : 1;
      waited += head.hasWaited() ? 1 : 0;
      return 0;
    }
    long number = head.sequenceNumber();
    if (number == 0) {
      return 0;
    }
    clocked++;
    long lastCommitted = intervals.add(transaction.isFirstOfLog(), head.lastCommitted(), number);
    curve.addInterval(number - lastCommitted);
    return lastCommitted;
  }

  private void addDdl(String file, Transaction transaction) {
    ddl++;
    if (ddlStatements.size() < DDL_SHOWN) {
      ddlStatements.add(
          new Ddl(
              file,
              transaction.offset(),
              transaction.commitSeconds(),
              transaction.head().gtid(),
              transaction.verb(),
              transaction.tableCount() == 0 ? "" : names.name(transaction.table(0)).schema()));
    }
  }

  BinlogReport report(List<LogFile> files, List<BinlogTrouble> troubles, LogCounts counts) {
    return new BinlogReport(
        files,
        troubles,
        new Totals(
            files.stream().mapToLong(LogFile::bytesRead).sum(),
            counts.events(),
            transactions,
            counts.unfinished(),
            shares.acrossSchemas(),
            packed,
            packedBytes,
            unpackedBytes,
            rowEvents,
            statements),
        clocked == 0 ? Optional.empty() : Optional.of(intervals.report()),
        ofMariaDb == 0 ? Optional.empty() : Optional.of(groups.report()),
        bytes.report(),
        seconds.report(),
        shares.schemas(),
        shares.tables(),
        domains.report(),
        servers.report(),
        new Barriers(ddl, notParallel, notTransactional, waited, ddlStatements),
        biggest.report(),
        longest.report(),
        curve.report(),
        rows.map(RowCounts::report));
  }
}

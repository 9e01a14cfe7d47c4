package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.LogFile;
import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.BinlogFile;
import io.tutti.binlog.file.BinlogTrouble;
import io.tutti.binlog.file.FormatDescription;
import io.tutti.binlog.file.LogCounts;
import io.tutti.binlog.file.LogSequence;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.file.TableNames;
import io.tutti.binlog.file.TransactionReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Analyzes files one after the other, in the order in which they were written. */
public final class BinlogAnalyzer {
  private final LogSequence logs;
  private final Optional<TableKeys> keys;
  private final List<LogFile> files = new ArrayList<>();
  private final List<BinlogTrouble> troubles = new ArrayList<>();
  private Optional<TransactionReader> reader = Optional.empty();
  private Optional<BinlogAnalysis> analysis = Optional.empty();

  private BinlogAnalyzer(LogSequence logs, Optional<TableKeys> keys) {
    this.logs = logs;
    this.keys = keys;
  }

  /**
   * Reads files. One that cannot be read to its end is read as far as it can be, and the report
   * says why; the others are read all the same.
   *
   * @param isVerified whether the checksum of each event is compared
   */
  public static BinlogReport analyze(List<Path> files, boolean isVerified) throws IOException {
    return analyze(files, isVerified, Optional.empty());
  }

  /**
   * The same, with rows.
   *
   * @param keys what is known of the keys of tables; empty where rows are not to be looked into,
   *     which takes longer
   */
  public static BinlogReport analyze(List<Path> files, boolean isVerified, Optional<TableKeys> keys)
      throws IOException {
    return analyze(LogSequence.ofFiles(files, isVerified), keys);
  }

  /** The same with logs of any kind. */
  public static BinlogReport analyze(LogSequence logs, Optional<TableKeys> keys)
      throws IOException {
    BinlogAnalyzer analyzer = new BinlogAnalyzer(logs, keys);
    boolean isMore = true;
    while (isMore) {
      isMore = analyzer.readNext();
    }
    return analyzer.report();
  }

  /** Whether there was another log. */
  private boolean readNext() throws IOException {
    try {
      Optional<BinlogFile> next = logs.next();
      if (next.isPresent()) {
        read(next.get());
      }
      return next.isPresent() && !logs.isEnough();
    } catch (BinlogException e) {
      troubles.add(e.trouble());
      return true;
    }
  }

  private void read(BinlogFile opened) throws IOException {
    try (BinlogFile file = opened) {
      TransactionReader transactions = reader(file);
      BinlogAnalysis counted = analysis.orElseGet(() -> begin(transactions));
      analysis = Optional.of(counted);
      long count = 0;
      try {
        while (!logs.isEnough() && transactions.next()) {
          if (logs.takes(transactions.transaction())) {
            counted.add(file.name(), transactions.transaction());
            count++;
          }
        }
      } catch (BinlogException e) {
        troubles.add(e.trouble());
      }
      files.add(described(file, count));
    }
  }

  private BinlogAnalysis begin(TransactionReader transactions) {
    return new BinlogAnalysis(
        transactions.names(),
        keys.map(each -> new RowCounts(transactions.names(), transactions.keyUse())));
  }

  private TransactionReader reader(BinlogFile file) {
    if (reader.isPresent()) {
      reader.get().enter(file);
    } else {
      reader =
          Optional.of(
              keys.map(each -> new TransactionReader(file, each))
                  .orElseGet(() -> new TransactionReader(file)));
    }
    return reader.orElseThrow();
  }

  private static LogFile described(BinlogFile file, long transactions) {
    FormatDescription format = file.format();
    return new LogFile(
        file.name(),
        format.serverVersion(),
        file.isRelayLog(),
        format.isInUse(),
        format.hasChecksums(),
        file.bytesRead(),
        transactions);
  }

  private BinlogReport report() {
    LogCounts counts = reader.map(TransactionReader::counts).orElseGet(LogCounts::new);
    if (reader.filter(TransactionReader::isWithin).isPresent()) {
      counts.addUnfinished();
    }
    return analysis
        .orElseGet(() -> new BinlogAnalysis(new TableNames(), Optional.empty()))
        .report(files, troubles, counts);
  }
}

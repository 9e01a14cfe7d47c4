package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.LogFile;
import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.BinlogFile;
import io.tutti.binlog.file.BinlogTrouble;
import io.tutti.binlog.file.FormatDescription;
import io.tutti.binlog.file.LogCounts;
import io.tutti.binlog.file.TableNames;
import io.tutti.binlog.file.TransactionReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Analyzes files one after the other, in the order in which they were written. */
public final class BinlogAnalyzer {
  private final boolean isVerified;
  private final List<LogFile> files = new ArrayList<>();
  private final List<BinlogTrouble> troubles = new ArrayList<>();
  private Optional<TransactionReader> reader = Optional.empty();
  private Optional<BinlogAnalysis> analysis = Optional.empty();

  private BinlogAnalyzer(boolean isVerified) {
    this.isVerified = isVerified;
  }

  /**
   * Reads files. One that cannot be read to its end is read as far as it can be, and the report
   * says why; the others are read all the same.
   *
   * @param isVerified whether the checksum of each event is compared
   */
  public static BinlogReport analyze(List<Path> files, boolean isVerified) throws IOException {
    BinlogAnalyzer analyzer = new BinlogAnalyzer(isVerified);
    for (Path file : files) {
      analyzer.read(file);
    }
    return analyzer.report();
  }

  private void read(Path path) throws IOException {
    try (BinlogFile file = BinlogFile.open(path, isVerified)) {
      TransactionReader transactions = reader(file);
      BinlogAnalysis counted = analysis.orElseGet(() -> new BinlogAnalysis(transactions.names()));
      analysis = Optional.of(counted);
      long count = 0;
      try {
        while (transactions.next()) {
          counted.add(file.name(), transactions.transaction());
          count++;
        }
      } catch (BinlogException e) {
        troubles.add(e.trouble());
      }
      files.add(described(file, count));
    } catch (BinlogException e) {
      troubles.add(e.trouble());
    }
  }

  private TransactionReader reader(BinlogFile file) {
    if (reader.isPresent()) {
      reader.get().enter(file);
    } else {
      reader = Optional.of(new TransactionReader(file));
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
        file.position(),
        transactions);
  }

  private BinlogReport report() {
    LogCounts counts = reader.map(TransactionReader::counts).orElseGet(LogCounts::new);
    if (reader.filter(TransactionReader::isWithin).isPresent()) {
      counts.addUnfinished();
    }
    return analysis
        .orElseGet(() -> new BinlogAnalysis(new TableNames()))
        .report(files, troubles, counts);
  }
}

package io.tutti.reading;

import io.tutti.api.BinlogAnalysisView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.api.SimulationView;
import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Scheme;
import io.tutti.binlog.simulate.Simulator;
import io.tutti.binlog.simulate.Workload;
import io.tutti.binlog.simulate.WorkloadReader;
import io.tutti.binlogview.AnalysisViews;
import io.tutti.binlogview.SimulationViews;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** For what binlogs are read. */
public sealed interface ReadingWork {

  Kind kind();

  /**
   * Reads them, and makes something of them.
   *
   * @throws IOException when nothing can come of it
   */
  Result of(WatchedLogs logs) throws IOException;

  /** What came out: one of them. */
  record Result(Optional<BinlogAnalysisView> analysis, Optional<SimulationView> simulation) {
    static final Result NONE = new Result(Optional.empty(), Optional.empty());
  }

  /**
   * What they say.
   *
   * @param isVerified whether the checksum of each event is compared
   * @param hasRows whether rows are looked into, too
   */
  record Analysis(boolean isVerified, boolean hasRows) implements ReadingWork {
    @Override
    public Kind kind() {
      return Kind.ANALYSIS;
    }

    @Override
    public Result of(WatchedLogs logs) throws IOException {
      Optional<TableKeys> keys = hasRows ? Optional.of(logs.readKeys()) : Optional.empty();
      BinlogReport report = BinlogAnalyzer.analyze(logs, keys);
      if (report.files().isEmpty() && !report.troubles().isEmpty()) {
        throw ReadingTrouble.of(report.troubles().getFirst());
      }
      return new Result(Optional.of(AnalysisViews.of(report)), Optional.empty());
    }
  }

  /**
   * What other settings would give.
   *
   * @param transactions so many are taken, from the first on
   * @param schemes all of which something can be said where none is named
   * @param workers numbers of them, rising
   */
  record Prediction(int transactions, List<Scheme> schemes, List<Integer> workers, Facts facts)
      implements ReadingWork {
    private static void endIfCancelled() {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("it was cancelled");
      }
    }

    public Prediction {
      schemes = List.copyOf(schemes);
      workers = List.copyOf(workers);
    }

    @Override
    public Kind kind() {
      return Kind.SIMULATION;
    }

    @Override
    public Result of(WatchedLogs logs) throws IOException {
      Workload workload = WorkloadReader.read(logs, logs.readKeys(), transactions);
      if (workload.count() == 0) {
        throw new ReadingTrouble(
            "NO_TRANSACTIONS",
            "there was no transaction in that time, or between these places",
            "ask for a longer time");
      }
      try {
        return new Result(
            Optional.empty(),
            Optional.of(
                SimulationViews.of(
                    Simulator.simulate(
                        workload, facts, schemes, workers, Prediction::endIfCancelled))));
      } catch (IllegalArgumentException e) {
        throw new ReadingTrouble(
            "INVALID_REQUEST", String.valueOf(e.getMessage()), "say something else of the replica");
      }
    }
  }
}

package io.tutti.cli.verb;

import io.tutti.api.SimulationBody;
import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.GivenFacts;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is said of a replica for which something is predicted. */
final class ReplicaFacts {
  private static final double MICROS_PER_MILLI = 1_000;

  @Option(
      names = "--commit-latency",
      paramLabel = "MS",
      description = "How many milliseconds a commit takes until it is on disk.")
  private Optional<Double> commitMillis = Optional.empty();

  @Option(
      names = "--serial-rate",
      paramLabel = "N",
      description = "How many transactions a second it applies without workers.")
  private Optional<Double> serialRate = Optional.empty();

  @Option(names = "--cores", paramLabel = "N", description = "How many it has.")
  private Optional<Integer> cores = Optional.empty();

  @Option(
      names = "--row-cost",
      paramLabel = "US",
      description = "How many microseconds the change of a row takes.")
  private Optional<Double> rowMicros = Optional.empty();

  @Option(
      names = "--transaction-cost",
      paramLabel = "US",
      description = "How many microseconds a transaction takes besides its rows and its commit.")
  private Optional<Double> transactionMicros = Optional.empty();

  @Option(
      names = "--history-size",
      paramLabel = "N",
      description =
          "How many keys the source keeps, its binlog_transaction_dependency_history_size.")
  private Optional<Integer> historySize = Optional.empty();

  /** The same for the controller. */
  SimulationBody body(SimulationBody of) {
    return new SimulationBody(
        of.instance(),
        of.last(),
        of.from(),
        of.to(),
        of.limitBytes(),
        of.bytesPerSecond(),
        of.maxRunning(),
        of.transactions(),
        of.workers(),
        of.schemes(),
        commitMillis.map(millis -> millis * MICROS_PER_MILLI),
        serialRate,
        cores,
        transactionMicros,
        rowMicros,
        historySize);
  }

  /** What is not given is assumed. */
  Facts facts() {
    return new GivenFacts(
            commitMillis.map(millis -> millis * MICROS_PER_MILLI),
            serialRate,
            cores,
            transactionMicros,
            rowMicros,
            historySize)
        .facts();
  }
}

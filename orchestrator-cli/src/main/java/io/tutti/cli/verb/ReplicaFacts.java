package io.tutti.cli.verb;

import io.tutti.binlog.simulate.Facts;
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

  /** What is not given is assumed. */
  Facts facts() {
    Facts assumed = Facts.assumed();
    Facts facts =
        assumed
            .withCommit(
                commitMillis
                    .map(millis -> positive(millis) * MICROS_PER_MILLI)
                    .orElseGet(this::commitBelowTheRate),
                commitMillis.isPresent())
            .withCosts(
                transactionMicros.map(ReplicaFacts::positive).orElse(assumed.transaction()),
                rowMicros.map(ReplicaFacts::positive).orElse(assumed.row()),
                assumed.dispatch())
            .withCores(cores.map(each -> Math.max(1, each)).orElse(assumed.cores()))
            .withHistorySize(
                historySize.map(each -> Math.max(1, each)).orElse(assumed.historySize()));
    return serialRate
        .filter(rate -> rate > 0)
        .map(rate -> facts.withSerialRate(rate))
        .orElse(facts);
  }

  /** A commit takes less than a transaction; half of it is assumed at most. */
  private double commitBelowTheRate() {
    double assumed = Facts.assumed().commit();
    return serialRate
        .filter(rate -> rate > 0)
        .map(rate -> Math.min(assumed, 500_000 / rate))
        .orElse(assumed);
  }

  private static double positive(double number) {
    return Math.max(0, number);
  }
}

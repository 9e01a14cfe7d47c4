package io.tutti.binlog.simulate;

import java.util.Optional;

/**
 * What somebody says of a replica; what they leave out is assumed.
 *
 * @param commitMicros how long a commit takes until it is on disk
 * @param serialRate transactions a second that it applies without workers
 * @param transactionMicros what a transaction costs besides its rows
 * @param rowMicros what the change of a row costs
 */
public record GivenFacts(
    Optional<Double> commitMicros,
    Optional<Double> serialRate,
    Optional<Integer> cores,
    Optional<Double> transactionMicros,
    Optional<Double> rowMicros,
    Optional<Integer> historySize) {
  private static final double HALF_A_SECOND = 500_000;

  /** With what is assumed. */
  public Facts facts() {
    Facts assumed = Facts.assumed();
    Facts facts =
        assumed
            .withCommit(
                commitMicros.map(GivenFacts::positive).orElseGet(this::commitBelowTheRate),
                commitMicros.isPresent())
            .withCosts(
                transactionMicros.map(GivenFacts::positive).orElse(assumed.transaction()),
                rowMicros.map(GivenFacts::positive).orElse(assumed.row()),
                assumed.dispatch())
            .withCores(cores.map(each -> Math.max(1, each)).orElse(assumed.cores()))
            .withHistorySize(
                historySize.map(each -> Math.max(1, each)).orElse(assumed.historySize()));
    return rate().map(facts::withSerialRate).orElse(facts);
  }

  /** A commit takes less than a transaction; half of it is assumed at most. */
  private double commitBelowTheRate() {
    double assumed = Facts.assumed().commit();
    return rate().map(each -> Math.min(assumed, HALF_A_SECOND / each)).orElse(assumed);
  }

  private Optional<Double> rate() {
    return serialRate.filter(each -> each > 0);
  }

  private static double positive(double number) {
    return Math.max(0, number);
  }
}

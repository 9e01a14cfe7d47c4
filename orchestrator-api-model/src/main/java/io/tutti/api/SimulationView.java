package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * What is predicted for the transactions of binlogs.
 *
 * @param complete whether all were taken
 * @param cut whether the logs have more transactions than were to be taken
 * @param unread why a log was not read to its end
 * @param confidence HIGH, MEDIUM or LOW
 * @param reasons what it is not sure of
 * @param statementTransactions that are written as statements, so that their rows are not known
 * @param leftOut schemes of which nothing can be said, with the reason
 */
public record SimulationView(
    long transactions,
    boolean complete,
    boolean cut,
    List<String> unread,
    String confidence,
    List<String> reasons,
    FactsView facts,
    List<String> keylessTables,
    long keylessTransactions,
    List<String> unknownTables,
    long unknownTransactions,
    long statementTransactions,
    List<PredictionView> predictions,
    List<String> leftOut) {

  /**
   * With what it was calculated.
   *
   * @param commitMicros how long a commit takes until it is on disk
   * @param commitMeasured whether that was given, and not assumed
   * @param dispatchMicros what the coordinator needs for each transaction
   */
  public record FactsView(
      double commitMicros,
      boolean commitMeasured,
      double transactionMicros,
      double rowMicros,
      double dispatchMicros,
      int cores,
      int historySize,
      Optional<Double> serialTransactionsPerSecond) {}

  /**
   * One scheme.
   *
   * @param enough the fewest workers that take at most a twentieth longer than the best
   * @param limit what keeps the best from being better
   * @param limitedBy the same in words
   * @param speedupWithoutLimit how many times faster the best would be without that
   * @param speedupLow of the fewest workers, if commits take half or twice as long as was assumed
   */
  public record PredictionView(
      String scheme,
      PointView enough,
      PointView best,
      String limit,
      String limitedBy,
      double speedupWithoutLimit,
      Optional<Double> speedupLow,
      Optional<Double> speedupHigh,
      List<PointView> points) {}

  /**
   * A number of workers.
   *
   * @param seconds until all transactions are applied
   * @param speedup over none
   * @param retries transactions that are done again
   */
  public record PointView(int workers, double seconds, double speedup, long retries) {}
}

package io.tutti.binlog.simulate;

import java.util.Optional;

/**
 * What is known of the replica, in microseconds.
 *
 * @param commit how long a commit takes until it is on disk; those that are ready together share it
 * @param delay binlog_group_commit_sync_delay or binlog_commit_wait_usec of the replica
 * @param transaction what a transaction costs besides its rows
 * @param row what the change of a row costs
 * @param dispatch what the coordinator needs for each transaction
 * @param cores how many transactions can work at once
 * @param historySize binlog_transaction_dependency_history_size of the source
 * @param serialRate transactions a second that it applied without workers, if that was measured:
 *     costs are scaled so that the same comes out
 * @param isCommitMeasured whether the first was given, and not assumed
 */
public record Facts(
    double commit,
    double delay,
    double transaction,
    double row,
    double dispatch,
    int cores,
    int historySize,
    Optional<Double> serialRate,
    boolean isCommitMeasured) {

  /**
   * What is assumed where nothing was given. Costs of transactions and rows are between those that
   * were measured on 8.0.15 and MariaDB 10.11.5 (benchmarks/results/costs.md).
   */
  public static Facts assumed() {
    return new Facts(1_000, 0, 200, 8, 15, 8, 25_000, Optional.empty(), false);
  }

  public Facts withCommit(double micros, boolean isMeasured) {
    return new Facts(
        micros, delay, transaction, row, dispatch, cores, historySize, serialRate, isMeasured);
  }

  public Facts withDelay(double micros) {
    return new Facts(
        commit,
        micros,
        transaction,
        row,
        dispatch,
        cores,
        historySize,
        serialRate,
        isCommitMeasured);
  }

  public Facts withCosts(double newTransaction, double newRow, double newDispatch) {
    return new Facts(
        commit,
        delay,
        newTransaction,
        newRow,
        newDispatch,
        cores,
        historySize,
        serialRate,
        isCommitMeasured);
  }

  public Facts withCores(int newCores) {
    return new Facts(
        commit,
        delay,
        transaction,
        row,
        dispatch,
        newCores,
        historySize,
        serialRate,
        isCommitMeasured);
  }

  public Facts withHistorySize(int newSize) {
    return new Facts(
        commit, delay, transaction, row, dispatch, cores, newSize, serialRate, isCommitMeasured);
  }

  public Facts withSerialRate(double rate) {
    return new Facts(
        commit,
        delay,
        transaction,
        row,
        dispatch,
        cores,
        historySize,
        Optional.of(rate),
        isCommitMeasured);
  }
}

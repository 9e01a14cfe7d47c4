package io.tutti.binlog.analysis;

/**
 * How far apart the transactions are on which each one depends (last_committed) and itself
 * (sequence_number). MySQL's applier begins none before all on which earlier ones depend are done,
 * so that each interval is shortened to the highest last_committed so far: the modified interval.
 *
 * <p>For n transactions that all may run at once the intervals are 1, 2, … n, and n is twice their
 * average, minus one.
 */
final class Intervals {
  private long lastCommittedMax;
  private long count;
  private long sum;
  private long squares;
  private long alone;

  /**
   * Adds a transaction.
   *
   * @param isFirst whether the numbers start again with it
   * @return its modified last_committed
   */
  long add(boolean isFirst, long lastCommitted, long sequenceNumber) {
    if (isFirst) {
      lastCommittedMax = 0;
    }
    lastCommittedMax = Math.max(lastCommittedMax, lastCommitted);
    long interval = sequenceNumber - lastCommittedMax;
    count++;
    sum += interval;
    squares += interval * interval;
    if (interval == 1) {
      alone++;
    }
    return lastCommittedMax;
  }

  BinlogReport.Clock report() {
    return new BinlogReport.Clock(count, sum, squares, alone);
  }
}

package io.tutti.binlog.simulate;

/**
 * One part of commits. It waits for a while, if it is set so, takes all that came until then at
 * once, and then the next ones. MariaDB does not wait where others wait for rows of what is to be
 * committed (binlog_report_wait_for in log.cc).
 */
final class CommitStage {
  private final int[] transactions;
  private final double delay;
  private final double latency;
  private int count;
  private int taken;
  private int awaited;
  private double closes = Processors.NEVER;
  private double ends = Processors.NEVER;

  /**
   * @param most transactions that there are
   * @param delay how long it waits for others
   * @param latency how long it takes then, for one as for many
   */
  CommitStage(int most, double delay, double latency) {
    this.transactions = new int[most];
    this.delay = delay;
    this.latency = latency;
  }

  /**
   * @param isAwaited whether another one waits for its rows: then there is no wait for others
   */
  void enter(int transaction, boolean isAwaited) {
    transactions[count++] = transaction;
    awaited += isAwaited ? 1 : 0;
  }

  /** Another one waits for the rows of one that is here; whether it waits for others no longer. */
  boolean await(int transaction, double now) {
    boolean isHere = false;
    for (int i = taken; i < count && !isHere; i++) {
      isHere = transactions[i] == transaction;
    }
    if (!isHere) {
      return false;
    }
    awaited++;
    if (closes == Processors.NEVER || closes <= now) {
      return false;
    }
    closes = now;
    return true;
  }

  /** Begins to wait; false where it is busy, or there is nothing to do. */
  boolean begin(double now) {
    if (next() != Processors.NEVER || count == 0) {
      return false;
    }
    closes = awaited > 0 ? now : now + delay;
    return true;
  }

  /** When it is at the end of its wait, or of its work. */
  double next() {
    return Math.min(closes, ends);
  }

  /** Moves to that time; whether those are done that were taken. */
  boolean advance(double now) {
    if (closes <= now) {
      taken = count;
      awaited = 0;
      closes = Processors.NEVER;
      ends = now + latency;
    }
    return ends <= now;
  }

  /** How many were taken. */
  int taken() {
    return taken;
  }

  int transaction(int index) {
    return transactions[index];
  }

  /** Those that were taken leave. */
  void leave() {
    System.arraycopy(transactions, taken, transactions, 0, count - taken);
    count -= taken;
    taken = 0;
    ends = Processors.NEVER;
  }
}

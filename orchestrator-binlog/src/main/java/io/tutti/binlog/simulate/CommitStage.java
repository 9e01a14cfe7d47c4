package io.tutti.binlog.simulate;

/**
 * One part of commits. It waits for a while, if it is set so, takes all that came until then at
 * once, and then the next ones.
 */
final class CommitStage {
  private final int[] transactions;
  private final double delay;
  private final double latency;
  private int count;
  private int taken;
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

  void enter(int transaction) {
    transactions[count++] = transaction;
  }

  /** Begins to wait; false where it is busy, or there is nothing to do. */
  boolean begin(double now) {
    if (next() != Processors.NEVER || count == 0) {
      return false;
    }
    closes = now + delay;
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

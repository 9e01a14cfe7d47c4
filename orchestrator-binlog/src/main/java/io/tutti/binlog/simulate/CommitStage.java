package io.tutti.binlog.simulate;

/** One part of commits, which takes all that wait for it at once, and then the next ones. */
final class CommitStage {
  private final int[] transactions;
  private final double latency;
  private int count;
  private int taken;
  private double end = Processors.NEVER;

  /**
   * @param most transactions that there are
   * @param latency how long it takes, for one as for many
   */
  CommitStage(int most, double latency) {
    this.transactions = new int[most];
    this.latency = latency;
  }

  void enter(int transaction) {
    transactions[count++] = transaction;
  }

  /** Takes those that wait; false where it is busy, or none waits. */
  boolean begin(double now) {
    if (end != Processors.NEVER || count == 0) {
      return false;
    }
    taken = count;
    end = now + latency;
    return true;
  }

  /** When those are done that were taken. */
  double end() {
    return end;
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
    end = Processors.NEVER;
  }
}

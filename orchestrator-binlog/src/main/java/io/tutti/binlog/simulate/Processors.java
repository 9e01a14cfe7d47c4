package io.tutti.binlog.simulate;

import java.util.Arrays;

/**
 * Cores that running transactions share evenly. Work is measured on a clock that runs slower the
 * more of them there are than cores, so that the end of each is known when it begins.
 */
final class Processors {
  static final double NEVER = Double.POSITIVE_INFINITY;
  private static final int FIRST = 64;

  private final int cores;
  private double[] ends = new double[FIRST];
  private int[] transactions = new int[FIRST];
  private int count;
  private double clock;
  private double at;

  Processors(int cores) {
    this.cores = cores;
  }

  private double speed() {
    return count <= cores ? 1 : (double) cores / count;
  }

  private void moveTo(double now) {
    clock += (now - at) * speed();
    at = now;
  }

  void begin(int transaction, double cost, double now) {
    moveTo(now);
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      transactions = Arrays.copyOf(transactions, 2 * count);
    }
    ends[count] = clock + cost;
    transactions[count] = transaction;
    rise(count++);
  }

  /** When the next one ends, if none begins before. */
  double nextEnd() {
    return count == 0 ? NEVER : at + Math.max(0, ends[0] - clock) / speed();
  }

  /** Takes out the one that ends next. */
  int end(double now) {
    moveTo(now);
    int transaction = transactions[0];
    clock = Math.max(clock, ends[0]);
    remove(0);
    return transaction;
  }

  /** Takes out one that does not get to its end. */
  void stop(int transaction, double now) {
    moveTo(now);
    for (int i = 0; i < count; i++) {
      if (transactions[i] == transaction) {
        remove(i);
        return;
      }
    }
  }

  private void remove(int index) {
    count--;
    if (index == count) {
      return;
    }
    ends[index] = ends[count];
    transactions[index] = transactions[count];
    rise(index);
    sink(index);
  }

  private boolean isBefore(int one, int other) {
    return ends[one] < ends[other]
        || ends[one] == ends[other] && transactions[one] < transactions[other];
  }

  private void rise(int index) {
    int child = index;
    while (child > 0 && isBefore(child, (child - 1) / 2)) {
      swap(child, (child - 1) / 2);
      child = (child - 1) / 2;
    }
  }

  private void sink(int index) {
    int parent = index;
    while (true) {
      int least = parent;
      for (int child = 2 * parent + 1; child <= 2 * parent + 2 && child < count; child++) {
        least = isBefore(child, least) ? child : least;
      }
      if (least == parent) {
        return;
      }
      swap(parent, least);
      parent = least;
    }
  }

  private void swap(int one, int other) {
    double end = ends[one];
    ends[one] = ends[other];
    ends[other] = end;
    int transaction = transactions[one];
    transactions[one] = transactions[other];
    transactions[other] = transaction;
  }
}

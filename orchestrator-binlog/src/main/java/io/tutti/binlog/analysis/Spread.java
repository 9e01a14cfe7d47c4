package io.tutti.binlog.analysis;

/**
 * Numbers that are counted in ranges, each a sixteenth of a power of two, so that all take 8 kB.
 */
final class Spread {
  private static final int PART_BITS = 4;
  private static final int PARTS = 1 << PART_BITS;

  private final long[] counts = new long[(Long.SIZE - PART_BITS + 1) * PARTS];
  private long count;
  private long sum;
  private long max;

  void add(long value) {
    count++;
    sum += value;
    max = Math.max(max, value);
    counts[range(value)]++;
  }

  private static int range(long value) {
    if (value < PARTS) {
      return (int) Math.max(0, value);
    }
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    int part = (int) (value >>> (power - PART_BITS)) & PARTS - 1;
    return (power - PART_BITS + 1) * PARTS + part;
  }

  /** The largest number of a range. */
  private static long end(int range) {
    if (range < PARTS) {
      return range;
    }
    int shift = range / PARTS - 1;
    return ((long) PARTS + range % PARTS + 1 << shift) - 1;
  }

  /** The number that so many percent do not exceed, at most a sixteenth too large. */
  private long percentile(int percent) {
    long wanted = Math.ceilDiv(count * percent, 100);
    long seen = 0;
    for (int range = 0; range < counts.length; range++) {
      seen += counts[range];
      if (seen >= wanted && seen > 0) {
        return Math.min(max, end(range));
      }
    }
    return max;
  }

  BinlogReport.Numbers report() {
    return new BinlogReport.Numbers(
        count, sum, percentile(50), percentile(90), percentile(99), max);
  }
}

package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.Point;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts over time in a bounded number of pieces, which become longer as more time passes. Time
 * never runs back: what says that it is older counts for now.
 */
final class CurveBuilder {
  static final int POINTS_MAX = 240;
  private static final int TRANSACTIONS = 0;
  private static final int BYTES = 1;
  private static final int CLOCKED = 2;
  private static final int INTERVALS = 3;
  private static final int GROUPED = 4;
  private static final int GROUPS = 5;
  private static final int FIELDS = 6;

  private final long[] fields = new long[POINTS_MAX * FIELDS];
  private long first = -1;
  private long step = 1;
  private int newest;
  private long newestEnd;

  /** Moves to the time of the next transaction. */
  void moveTo(long second) {
    if (first < 0) {
      first = second;
      newestEnd = second + step;
    }
    if (second < newestEnd) {
      return;
    }
    while ((second - first) / step >= POINTS_MAX) {
      widen();
    }
    newest = (int) ((second - first) / step);
    newestEnd = first + (newest + 1) * step;
  }

  private void widen() {
    for (int point = 0; point < POINTS_MAX; point += 2) {
      for (int field = 0; field < FIELDS; field++) {
        long both = fields[point * FIELDS + field] + fields[(point + 1) * FIELDS + field];
        fields[point / 2 * FIELDS + field] = both;
      }
    }
    Arrays.fill(fields, POINTS_MAX / 2 * FIELDS, fields.length, 0);
    step *= 2;
  }

  void add(long bytes) {
    fields[newest * FIELDS + TRANSACTIONS]++;
    fields[newest * FIELDS + BYTES] += bytes;
  }

  void addInterval(long interval) {
    fields[newest * FIELDS + CLOCKED]++;
    fields[newest * FIELDS + INTERVALS] += interval;
  }

  void addGrouped(boolean isNewGroup) {
    fields[newest * FIELDS + GROUPED]++;
    fields[newest * FIELDS + GROUPS] += isNewGroup ? 1 : 0;
  }

  BinlogReport.Curve report() {
    List<Point> points =
        first < 0 ? List.of() : IntStream.rangeClosed(0, newest).mapToObj(this::point).toList();
    return new BinlogReport.Curve(Math.max(0, first), step, points);
  }

  private Point point(int index) {
    int at = index * FIELDS;
    return new Point(
        fields[at + TRANSACTIONS],
        fields[at + BYTES],
        fields[at + CLOCKED],
        fields[at + INTERVALS],
        fields[at + GROUPED],
        fields[at + GROUPS]);
  }
}

package io.tutti.gtid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Collects groups (one UUID and tag each) and their intervals into the columns of a {@link
 * MySqlGtidSet}.
 *
 * <p>Input in canonical order, which is what servers print and what the set operations emit, is
 * appended and never sorted; touching intervals are joined on the way. Any other order is noticed
 * and put right once, in {@link #build}.
 */
final class MySqlGtidSetBuilder {

  private long[] uuidHigh;
  private long[] uuidLow;
  private String[] tags;
  private int[] ends;
  private int groupCount;

  private long[] bounds;
  private int boundCount;

  private boolean isOrdered = true;

  MySqlGtidSetBuilder(int expectedGroups) {
    int capacity = Math.max(1, expectedGroups);
    uuidHigh = new long[capacity];
    uuidLow = new long[capacity];
    tags = new String[capacity];
    ends = new int[capacity];
    bounds = new long[2 * capacity];
  }

  /** Directs the intervals that follow to this UUID and tag ({@code ""} when untagged). */
  void group(long high, long low, String tag) {
    if (groupCount > 0) {
      int last = groupCount - 1;
      int order = MySqlGtidSet.compareUuids(uuidHigh[last], uuidLow[last], high, low);
      order = order != 0 ? order : tags[last].compareTo(tag);
      if (order == 0) {
        return;
      }
      isOrdered &= order < 0;
    }
    if (groupCount == ends.length) {
      growGroups();
    }
    uuidHigh[groupCount] = high;
    uuidLow[groupCount] = low;
    tags[groupCount] = tag;
    ends[groupCount] = boundCount;
    groupCount++;
  }

  private void growGroups() {
    int capacity = 2 * groupCount;
    uuidHigh = Arrays.copyOf(uuidHigh, capacity);
    uuidLow = Arrays.copyOf(uuidLow, capacity);
    tags = Arrays.copyOf(tags, capacity);
    ends = Arrays.copyOf(ends, capacity);
  }

  /** Adds the transactions {@code first} to {@code last} to the current group. */
  void add(long first, long last) {
    if (boundCount > begin(groupCount - 1)) {
      long previousFirst = bounds[boundCount - 2];
      long previousLast = bounds[boundCount - 1];
      if (first >= previousFirst && first <= previousLast + 1) {
        bounds[boundCount - 1] = Math.max(previousLast, last);
        return;
      }
      isOrdered &= first > previousFirst;
    }
    if (boundCount == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * boundCount);
    }
    bounds[boundCount] = first;
    bounds[boundCount + 1] = last;
    boundCount += 2;
    ends[groupCount - 1] = boundCount;
  }

  /** Adds an interval to the group that has this index in {@code owner}. */
  void add(MySqlGtidSet owner, int group, long first, long last) {
    group(owner.uuidHigh(group), owner.uuidLow(group), owner.tag(group));
    add(first, last);
  }

  MySqlGtidSet build() {
    if (groupCount == 0) {
      return MySqlGtidSet.EMPTY;
    }
    if (!isOrdered) {
      return sorted().build();
    }
    return new MySqlGtidSet(
        Arrays.copyOf(uuidHigh, groupCount),
        Arrays.copyOf(uuidLow, groupCount),
        Arrays.copyOf(tags, groupCount),
        Arrays.copyOf(ends, groupCount),
        Arrays.copyOf(bounds, boundCount));
  }

  private int begin(int group) {
    return group == 0 ? 0 : ends[group - 1];
  }

  private record Interval(int group, long first, long last) {}

  private MySqlGtidSetBuilder sorted() {
    List<Interval> intervals = new ArrayList<>(boundCount / 2);
    for (int group = 0; group < groupCount; group++) {
      for (int i = begin(group); i < ends[group]; i += 2) {
        intervals.add(new Interval(group, bounds[i], bounds[i + 1]));
      }
    }
    Comparator<Interval> byGroup = (a, b) -> compareGroups(a.group(), b.group());
    intervals.sort(byGroup.thenComparingLong(Interval::first));
    var result = new MySqlGtidSetBuilder(groupCount);
    for (Interval interval : intervals) {
      int group = interval.group();
      result.group(uuidHigh[group], uuidLow[group], tags[group]);
      result.add(interval.first(), interval.last());
    }
    return result;
  }

  private int compareGroups(int a, int b) {
    int order = MySqlGtidSet.compareUuids(uuidHigh[a], uuidLow[a], uuidHigh[b], uuidLow[b]);
    return order != 0 ? order : tags[a].compareTo(tags[b]);
  }
}

package io.tutti.gtid;

/**
 * One walk over two MySQL GTID sets in canonical order, reporting every interval with the side it
 * is on. Union, intersection, difference and comparison are four readings of this walk.
 */
final class MySqlGtidSweep {

  /** Where the transactions of a segment are. */
  enum Side {
    LEFT,
    RIGHT,
    BOTH
  }

  /** Receives the segments in canonical order; {@code group} is an index into {@code owner}. */
  @FunctionalInterface
  interface Segments {
    void accept(Side side, MySqlGtidSet owner, int group, long first, long last);
  }

  private final MySqlGtidSet left;
  private final MySqlGtidSet right;
  private final Segments segments;

  private MySqlGtidSweep(MySqlGtidSet left, MySqlGtidSet right, Segments segments) {
    this.left = left;
    this.right = right;
    this.segments = segments;
  }

  static void run(MySqlGtidSet left, MySqlGtidSet right, Segments segments) {
    new MySqlGtidSweep(left, right, segments).groups();
  }

  private void groups() {
    int i = 0;
    int j = 0;
    while (i < left.groupCount() && j < right.groupCount()) {
      int order = left.compareGroup(i, right, j);
      if (order < 0) {
        rest(Side.LEFT, left, i, left.begin(i));
        i++;
      } else if (order > 0) {
        rest(Side.RIGHT, right, j, right.begin(j));
        j++;
      } else {
        sharedGroup(i, j);
        i++;
        j++;
      }
    }
    for (; i < left.groupCount(); i++) {
      rest(Side.LEFT, left, i, left.begin(i));
    }
    for (; j < right.groupCount(); j++) {
      rest(Side.RIGHT, right, j, right.begin(j));
    }
  }

  private void sharedGroup(int leftGroup, int rightGroup) {
    int i = left.begin(leftGroup);
    int j = right.begin(rightGroup);
    int leftEnd = left.end(leftGroup);
    int rightEnd = right.end(rightGroup);
    // Everything before `from` is reported, on both sides.
    long from = MySqlGtid.NUMBER_MIN;
    while (i < leftEnd && j < rightEnd) {
      long leftFirst = Math.max(from, left.bound(i));
      long rightFirst = Math.max(from, right.bound(j));
      long leftLast = left.bound(i + 1);
      long rightLast = right.bound(j + 1);
      if (leftFirst < rightFirst) {
        from = Math.min(leftLast, rightFirst - 1) + 1;
        segments.accept(Side.LEFT, left, leftGroup, leftFirst, from - 1);
      } else if (rightFirst < leftFirst) {
        from = Math.min(rightLast, leftFirst - 1) + 1;
        segments.accept(Side.RIGHT, right, rightGroup, rightFirst, from - 1);
      } else {
        from = Math.min(leftLast, rightLast) + 1;
        segments.accept(Side.BOTH, left, leftGroup, leftFirst, from - 1);
      }
      i = leftLast < from ? i + 2 : i;
      j = rightLast < from ? j + 2 : j;
    }
    tail(Side.LEFT, left, leftGroup, i, from);
    tail(Side.RIGHT, right, rightGroup, j, from);
  }

  /** Reports what one side has left from bound {@code i}, whose interval may be half reported. */
  private void tail(Side side, MySqlGtidSet owner, int group, int i, long from) {
    if (i < owner.end(group)) {
      segments.accept(side, owner, group, Math.max(from, owner.bound(i)), owner.bound(i + 1));
      rest(side, owner, group, i + 2);
    }
  }

  private void rest(Side side, MySqlGtidSet owner, int group, int begin) {
    for (int i = begin; i < owner.end(group); i += 2) {
      segments.accept(side, owner, group, owner.bound(i), owner.bound(i + 1));
    }
  }
}

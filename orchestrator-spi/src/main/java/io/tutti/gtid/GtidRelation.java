package io.tutti.gtid;

/** How the left GTID set of a comparison relates to the right one. */
public enum GtidRelation {
  /** Both sides hold the same transactions; two empty sets are equal. */
  EQUAL,
  /** The left side lacks something and has nothing of its own; an empty left side is a subset. */
  SUBSET,
  /** The left side has everything the right side has, and more. */
  SUPERSET,
  /** They share transactions, and each side has some that the other lacks. */
  OVERLAPPING,
  /** Both sides have transactions, and none in common. */
  DISJOINT,
  /** The two sets are of different families; nothing can be said about containment. */
  INCOMPARABLE;

  /** True when the left side is known to have nothing that the right side lacks. */
  public boolean isWithin() {
    return this == EQUAL || this == SUBSET;
  }

  /** True when the left side is known to have everything that the right side has. */
  public boolean isCovering() {
    return this == EQUAL || this == SUPERSET;
  }

  /** The relation with the two sides exchanged. */
  public GtidRelation inverse() {
    return switch (this) {
      case SUBSET -> SUPERSET;
      case SUPERSET -> SUBSET;
      case EQUAL, OVERLAPPING, DISJOINT, INCOMPARABLE -> this;
    };
  }

  /** The relation that follows from which of the three parts of a Venn diagram are occupied. */
  static GtidRelation of(boolean onlyLeft, boolean onlyRight, boolean shared) {
    if (!onlyLeft) {
      return onlyRight ? SUBSET : EQUAL;
    }
    if (!onlyRight) {
      return SUPERSET;
    }
    return shared ? OVERLAPPING : DISJOINT;
  }
}

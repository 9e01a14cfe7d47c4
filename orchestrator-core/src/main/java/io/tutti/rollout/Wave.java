package io.tutti.rollout;

/** How far a wave goes. */
public sealed interface Wave {

  /** So many more. */
  record Count(int more) implements Wave {
    public Count {
      if (more < 1) {
        throw new IllegalArgumentException("a wave has at least one replica");
      }
    }

    @Override
    public int until(int before, int all) {
      return Math.min(all, before + more);
    }

    @Override
    public String toString() {
      return "count " + more;
    }
  }

  /**
   * As many more as it takes until this part of all are reached, those of earlier waves counted.
   */
  record Percent(int ofAll) implements Wave {
    public Percent {
      if (ofAll < 1 || ofAll > 100) {
        throw new IllegalArgumentException("a wave reaches 1 to 100 percent");
      }
    }

    @Override
    public int until(int before, int all) {
      return Math.max(before, (int) Math.ceilDiv((long) all * ofAll, 100L));
    }

    @Override
    public String toString() {
      return "until " + ofAll + " percent";
    }
  }

  /**
   * How many are reached when it is over.
   *
   * @param before how many were before it
   * @param all how many there are
   */
  int until(int before, int all);
}

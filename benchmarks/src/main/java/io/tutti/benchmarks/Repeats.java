package io.tutti.benchmarks;

/**
 * How often something is measured: as often as its figures need, or once where only its way is
 * tried.
 */
final class Repeats {
  /** A system property: {@code true} where the figures do not count. */
  static final String BRIEF = "tutti.benchmarks.brief";

  private Repeats() {}

  static int of(int usual) {
    return isBrief() ? 1 : usual;
  }

  static boolean isBrief() {
    return Boolean.getBoolean(BRIEF);
  }
}

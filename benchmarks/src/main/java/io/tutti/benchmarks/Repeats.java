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
    return Boolean.getBoolean(BRIEF) ? 1 : usual;
  }
}

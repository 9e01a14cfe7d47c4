package io.tutti.stories;

import java.util.List;
import java.util.stream.Stream;

/** Compares what was said with what is so. */
interface Oracle {

  /**
   * A sentence that is not so, or a promise that was broken.
   *
   * @param kind a name for all of its kind
   */
  record Violation(String kind, String what) {
    @Override
    public String toString() {
      return kind + ": " + what;
    }
  }

  List<Violation> judge(Played played);

  static List<Violation> judgeAll(Played played) {
    return Stream.of(
            new ProcessOracle(),
            new LossOracle(),
            new DifferenceOracle(),
            new OperationOracle(),
            new PersonOracle(),
            new FenceOracle())
        .flatMap(oracle -> oracle.judge(played).stream())
        .toList();
  }
}

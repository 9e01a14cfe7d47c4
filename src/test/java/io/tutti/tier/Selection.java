package io.tutti.tier;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What this run of the tests wants of a method that is partly thorough; all, unless it says so. */
record Selection(boolean isDefault, boolean isThorough) {

  /** By the groups that Maven was asked to run, as the root pom hands them on. */
  static Selection ofThisRun() {
    return of(
        System.getProperty("tutti.test.groups", ""),
        System.getProperty("tutti.test.excluded.groups", ""));
  }

  static Selection of(String groups, String excluded) {
    return new Selection(
        groups.isBlank(),
        Arrays.stream(excluded.split(",")).noneMatch(Tier.THOROUGH.tag()::equals));
  }

  /**
   * @param tags of the method; where it is thorough as a whole, so are the cases that would be
   *     quick
   */
  <T> Stream<T> from(List<T> byDefault, List<T> thorough, Set<String> tags) {
    boolean isQuick = !tags.contains(Tier.THOROUGH.tag());
    return Stream.concat(
        (isQuick ? isDefault : isThorough) ? byDefault.stream() : Stream.empty(),
        isThorough ? thorough.stream() : Stream.empty());
  }
}

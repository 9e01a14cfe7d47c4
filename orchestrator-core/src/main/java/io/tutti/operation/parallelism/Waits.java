package io.tutti.operation.parallelism;

import io.tutti.spi.ApplierWait;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What an applier waited for between two readings of what its server adds up. Pure. */
final class Waits {
  private static final int SHOWN = 3;
  private static final double NANOS = 1e9;

  private Waits() {}

  /**
   * A sentence each, the longest first.
   *
   * @param before none where it was not read: then nothing can be said
   */
  static List<String> between(List<ApplierWait> before, List<ApplierWait> after) {
    Map<String, ApplierWait> then =
        before.stream().collect(Collectors.toMap(ApplierWait::reason, Function.identity()));
    return after.stream()
        .filter(each -> then.containsKey(each.reason()))
        .map(each -> each.since(then.getOrDefault(each.reason(), each)))
        .filter(each -> each.count() > 0)
        .sorted(Comparator.comparing(ApplierWait::time).reversed())
        .limit(SHOWN)
        .map(Waits::sentence)
        .toList();
  }

  private static String sentence(ApplierWait wait) {
    return String.format(
        Locale.ROOT,
        "waited %.2f s (%s) %s",
        wait.time().toNanos() / NANOS,
        wait.count() == 1 ? "once" : String.format(Locale.ROOT, "%,d times", wait.count()),
        wait.reason());
  }
}

package io.tutti.plugins.mariadb;

import io.tutti.spi.advice.AdviceRule;
import java.util.List;
import java.util.stream.Stream;

/** By what rules the settings of MariaDB servers are judged. */
final class MariaDbAdvice {
  private MariaDbAdvice() {}

  static List<AdviceRule> rules() {
    return Stream.of(WorkerPoolAdvice.rules(), OptimisticAdvice.rules())
        .flatMap(List::stream)
        .toList();
  }
}

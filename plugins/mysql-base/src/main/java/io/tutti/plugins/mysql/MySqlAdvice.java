package io.tutti.plugins.mysql;

import io.tutti.spi.advice.AdviceRule;
import java.util.List;
import java.util.stream.Stream;

/** By what rules the settings of MySQL servers are judged. */
final class MySqlAdvice {
  private MySqlAdvice() {}

  static List<AdviceRule> rules() {
    return Stream.of(
            ParallelismAdvice.rules(),
            CrashSafetyAdvice.rules(),
            WriteSetAdvice.rules(),
            HostLossAdvice.rules())
        .flatMap(List::stream)
        .toList();
  }
}

package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers of each line that start with the option file of their release. */
@Matrix
class StartFencedMySqlTest {

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7"})
  void aServerThatStartsFencedTakesNothingUntilItIsLifted(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      bed.assertItStartsFenced();
    }
  }
}

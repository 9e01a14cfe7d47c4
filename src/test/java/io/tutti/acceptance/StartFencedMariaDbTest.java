package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers of each line that start with the option file of their release. */
@Matrix
class StartFencedMariaDbTest {

  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_1_8", "MARIADB_10_11_5"})
  void aServerThatStartsFencedTakesNothingUntilItIsLifted(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      bed.assertItStartsFenced();
    }
  }
}

package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients and replicas can do with a fenced server of each line, also after restarts. */
class FenceMySqlTest {

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7"})
  void aFencedServerTakesNothingUntilItIsUnfenced(ServerRelease release) throws Exception {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      bed.assertNothingIsTakenUntilItIsUnfenced();
    }
  }
}

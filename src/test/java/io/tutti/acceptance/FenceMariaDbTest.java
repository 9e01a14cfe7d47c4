package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients and replicas can do with a fenced server of each line, also after restarts. */
class FenceMariaDbTest {

  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_1_8", "MARIADB_10_11_5"})
  void aFencedServerTakesNothingUntilItIsUnfenced(ServerRelease release) throws Exception {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      bed.assertNothingIsTakenUntilItIsUnfenced();
    }
  }
}

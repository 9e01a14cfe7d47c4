package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** What clients and replicas can do with a fenced server of each line, also after restarts. */
class FenceMariaDbTest {

  @OwnProcess
  @ParameterizedTest
  @Releases(value = ServerRelease.MARIADB_10_11_5, thorough = ServerRelease.MARIADB_10_1_8)
  void aFencedServerTakesNothingUntilItIsUnfenced(ServerRelease release) throws Exception {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      bed.assertNothingIsTakenUntilItIsUnfenced();
    }
  }
}

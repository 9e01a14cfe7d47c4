package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** What clients and replicas can do with a fenced server of each line, also after restarts. */
class FenceMySqlTest {

  @OwnProcess
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_9_7,
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_5_7_22,
        ServerRelease.MYSQL_8_0_15
      })
  void aFencedServerTakesNothingUntilItIsUnfenced(ServerRelease release) throws Exception {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      bed.assertNothingIsTakenUntilItIsUnfenced();
    }
  }
}

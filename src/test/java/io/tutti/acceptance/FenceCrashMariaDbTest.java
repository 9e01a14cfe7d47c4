package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import org.junit.jupiter.api.Test;

/** The same as {@link FenceCrashTest} where logins are shut by what a server says first. */
@KillPoint
class FenceCrashMariaDbTest {

  @Test
  void fencesAreEndedWhereverTheControllerWasKilled() throws Exception {
    FenceCrashTest.assertEnded(ServerRelease.MARIADB_10_11_5, "init_connect;read_only");
  }
}

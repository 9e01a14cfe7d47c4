package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import org.junit.jupiter.api.Test;

/** The server itself is killed after every statement of a salvage, and is intact at the end. */
@KillPoint
class SalvageServerCrashTest {

  @Test
  void aSalvageGoesOnWhereverTheServerWasKilled() throws InterruptedException {
    SalvageBed.killServerAfterEachStatement(ServerRelease.MYSQL_5_7_22, 5);
  }
}

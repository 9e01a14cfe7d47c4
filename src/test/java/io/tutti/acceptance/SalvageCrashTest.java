package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import org.junit.jupiter.api.Test;

/**
 * The controller is killed at every statement of a salvage, and the replica is intact at the end.
 */
@KillPoint
@OwnProcess
class SalvageCrashTest {

  @Test
  void aSalvageIsTakenUpWhereverTheControllerWasKilled() throws InterruptedException {
    SalvageBed.killAtEachStatement(ServerRelease.MYSQL_5_7_22, true, 5);
  }
}

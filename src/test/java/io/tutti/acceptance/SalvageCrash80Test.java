package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import org.junit.jupiter.api.Test;

/** The same as {@link SalvageCrashTest}, of 8.0. */
@KillPoint
@OwnProcess
class SalvageCrash80Test {

  @Test
  void aSalvageIsTakenUpWhereverTheControllerWasKilled() throws InterruptedException {
    SalvageBed.killAtEachStatement(ServerRelease.MYSQL_8_0_15, true, 5);
  }
}

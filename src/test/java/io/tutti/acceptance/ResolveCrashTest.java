package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import org.junit.jupiter.api.Test;

/**
 * The controller is killed at every statement, and takes up what it began: no replica is left
 * without a source, and one only takes writes.
 */
@KillPoint
class ResolveCrashTest {

  @Test
  void itIsTakenUpWhereverTheControllerWasKilledOfMySql57() throws Exception {
    ResolveBed.killControllerAtEachStatement(ServerRelease.MYSQL_5_7_22, 2, 3);
  }

  @Test
  void itIsTakenUpWhereverTheControllerWasKilledOfMariaDb1011() throws Exception {
    ResolveBed.killControllerAtEachStatement(ServerRelease.MARIADB_10_11_5, 2, 3);
  }

  @Test
  void theFenceIsRaisedWhereverTheControllerWasKilledOfMySql57() throws Exception {
    ResolveBed.killControllerAtEachStatement(ServerRelease.MYSQL_5_7_22, 1);
  }

  @Test
  void theFenceIsRaisedWhereverTheControllerWasKilledOfMariaDb1011() throws Exception {
    ResolveBed.killControllerAtEachStatement(ServerRelease.MARIADB_10_11_5, 1);
  }
}

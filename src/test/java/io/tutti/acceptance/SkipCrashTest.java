package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.KillPoint;
import org.junit.jupiter.params.ParameterizedTest;

/** The controller is killed at every statement of a skip, and exactly one is left out. */
@KillPoint
class SkipCrashTest {

  @OwnProcess
  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @Cases(
      value = "MYSQL_8_0_15, false, 2",
      thorough = {"MYSQL_5_7_22, true, 5", "MARIADB_10_11_5, false, 4"})
  void aSkipIsTakenUpWhereverTheControllerWasKilled(
      ServerRelease release, boolean byGtid, int statements) throws Exception {
    try (StatementProxy proxy = StatementProxy.listen();
        SkipBed bed = SkipBed.behind(proxy, release, byGtid)) {
      bed.letSkipNext();
      new KillAtEachStatement(bed, statements).ofController(bed.skipping());
    }
  }
}

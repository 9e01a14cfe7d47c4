package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import org.junit.jupiter.params.ParameterizedTest;

/** What a source lost is reported with its rows, from its replica's binlog, and can be replayed. */
class LostWritesTest {

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} lost")
  @Cases(
      value = "MYSQL_8_0_15, true, 1",
      thorough = {
        "MYSQL_5_6_14, false, 3",
        "MYSQL_9_7, false, 3",
        "MARIADB_10_1_8, true, 3",
        "MARIADB_10_11_5, true, 4"
      })
  void whatWasLostIsReportedAndCanBeReplayed(ServerRelease release, boolean byGtid, int lost) {
    LostWritesBed.assertReportedAndReplayable(release, byGtid, lost);
  }
}

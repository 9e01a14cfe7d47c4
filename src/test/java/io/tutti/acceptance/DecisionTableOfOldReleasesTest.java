package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of the decision table of crashes, for real; in classes that run side by side. */
@Matrix
class DecisionTableOfOldReleasesTest {

  @OwnProcess
  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @CsvSource({"MYSQL_5_6_14, false", "MYSQL_5_7_22, true", "MARIADB_10_1_8, true"})
  void isRightInEveryRow(ServerRelease release, boolean byGtid) throws IOException {
    DecisionTableBed.assertEveryRow(release, byGtid);
  }
}

package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every row of the decision table of crashes, for real; in classes that run side by side. */
@Matrix
class DecisionTableOfNewReleasesTest {

  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void isRightInEveryRow(ServerRelease release) throws IOException {
    DecisionTableBed.assertEveryRow(release, true);
  }
}

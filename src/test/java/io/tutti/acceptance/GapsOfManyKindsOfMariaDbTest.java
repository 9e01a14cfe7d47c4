package io.tutti.acceptance;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same kinds as {@link GapsOfManyKindsTest}, where domains ran past each other. */
@Matrix
class GapsOfManyKindsOfMariaDbTest {
  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_1_8", "MARIADB_10_2_11", "MARIADB_10_11_5"})
  void eachIsAppliedOnce(ServerRelease release) throws SQLException {
    GapsOfManyKindsTest.assertEach(release, Mode.GTID);
  }
}

package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same as {@link CleanRestartsTest}, so that both can run side by side. */
@Matrix
class CleanRestartsOfNewReleasesTest {

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void noneIsTakenForACrash(ServerRelease release) {
    CleanRestartsTest.assertNoneIsTakenForACrash(release, CleanRestartsTest.RESTARTS);
  }
}

package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kills of real servers, each with other settings; in classes that run side by side. */
@Matrix
class IncidentsOfMariaDbTest {

  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_1_8", "MARIADB_10_11_5"})
  void eachRestartIsKeptWithWhatItCost(ServerRelease release) throws IOException {
    IncidentBed.assertEachRestartIsKept(release);
  }
}

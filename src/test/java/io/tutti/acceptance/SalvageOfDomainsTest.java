package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.KillPoint;
import io.tutti.tier.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** GTIDs of domains are kept with the rows: only binlogs are wiped. */
@Matrix
@OwnProcess
class SalvageOfDomainsTest {

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} workers")
  @Cases(value = "MARIADB_10_11_5, true, 4", thorough = "MARIADB_10_1_8, true, 0")
  void aReplicaThatLostTheEndOfItsBinlog(ServerRelease release, boolean byGtid, int workers) {
    try (SalvageBed bed = SalvageBed.start(release, byGtid, SalvageBed.workers(release, workers))) {
      bed.loseBinlog(20);
      bed.write(3);

      JsonNode ended = bed.salvage();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(byGtid);
    }
  }

  @KillPoint
  @Test
  void aSalvageIsTakenUpWhereverTheControllerWasKilled() throws InterruptedException {
    SalvageBed.killAtEachStatement(ServerRelease.MARIADB_10_11_5, true, 2);
  }
}

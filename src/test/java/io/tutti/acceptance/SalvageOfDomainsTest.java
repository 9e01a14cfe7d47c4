package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** GTIDs of domains are kept with the rows: only binlogs are wiped. */
class SalvageOfDomainsTest {

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} workers")
  @CsvSource({"MARIADB_10_1_8, true, 0", "MARIADB_10_11_5, true, 4"})
  void aReplicaThatLostTheEndOfItsBinlog(ServerRelease release, boolean byGtid, int workers) {
    try (SalvageBed bed = SalvageBed.start(release, byGtid, SalvageBed.workers(release, workers))) {
      bed.loseBinlog(20);
      bed.write(3);

      JsonNode ended = bed.salvage();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(byGtid);
    }
  }

  @Test
  void aSalvageIsTakenUpWhereverTheControllerWasKilled() throws InterruptedException {
    SalvageBed.killAtEachStatement(ServerRelease.MARIADB_10_11_5, true, 2);
  }
}

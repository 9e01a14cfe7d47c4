package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** Replicas that lost the end of their binlogs, and not the rows, are repaired. */
class SalvageTest {

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} workers")
  @Cases(
      value = "MYSQL_5_7_22, true, 0",
      thorough = {
        "MYSQL_5_6_14, false, 0",
        "MYSQL_5_6_14, true, 0",
        "MYSQL_5_7_22, false, 0",
        "MYSQL_8_0_15, true, 4",
        "MYSQL_8_0_15, false, 0",
        "MYSQL_9_7, true, 4"
      })
  void aReplicaThatLostTheEndOfItsBinlog(ServerRelease release, boolean byGtid, int workers) {
    try (SalvageBed bed = SalvageBed.start(release, byGtid, SalvageBed.workers(release, workers))) {
      bed.loseBinlog(20);
      bed.write(3);
      if (release == ServerRelease.MYSQL_5_7_22 && byGtid) {
        PageExamples.of("crash.md", "Salvage: a replica that lost a part of its binlogs")
            .assertPrintedBy(bed.controller(), bed.replica().address(), bed.source().address());
      }

      JsonNode ended = bed.salvage();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(byGtid);
    }
  }
}

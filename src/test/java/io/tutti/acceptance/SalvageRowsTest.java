package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Replicas that lost rows whose transactions their binlogs have are repaired. */
@Matrix
class SalvageRowsTest {

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} workers")
  @CsvSource({
    "MYSQL_5_7_22, true, 0",
    "MYSQL_8_0_15, true, 4",
    "MYSQL_9_7, true, 4",
    "MARIADB_10_11_5, true, 0"
  })
  void aReplicaThatLostRowsThatItsBinlogHas(ServerRelease release, boolean byGtid, int workers) {
    try (SalvageBed bed = SalvageBed.start(release, byGtid, SalvageBed.workers(release, workers))) {
      bed.loseRows(20);
      bed.write(3);

      JsonNode ended = bed.salvage();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(byGtid);
    }
  }
}

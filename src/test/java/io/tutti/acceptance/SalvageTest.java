package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Replicas that lost a part of their binlogs, or of their rows, are made whole. */
class SalvageTest {

  private static String[] workers(ServerRelease release, int count) {
    return count == 0
        ? new String[0]
        : release.name().startsWith("MARIADB")
            ? new String[] {"slave_parallel_threads=" + count}
            : release == ServerRelease.MYSQL_9_7
                ? new String[] {"replica_parallel_workers=" + count}
                : release == ServerRelease.MYSQL_5_6_14
                    ? new String[] {"slave_parallel_workers=" + count}
                    : new String[] {
                      "slave_parallel_workers=" + count,
                      "slave_parallel_type=LOGICAL_CLOCK",
                      "slave_preserve_commit_order=1"
                    };
  }

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} workers")
  @CsvSource({
    "MYSQL_5_6_14, false, 0",
    "MYSQL_5_7_22, true, 0",
    "MYSQL_5_7_22, false, 0",
    "MYSQL_8_0_15, true, 4",
    "MYSQL_8_0_15, false, 0",
    "MYSQL_9_7, true, 4",
    "MARIADB_10_1_8, true, 0",
    "MARIADB_10_11_5, true, 4",
  })
  void aReplicaThatLostTheEndOfItsBinlog(ServerRelease release, boolean byGtid, int workers) {
    try (SalvageBed bed = SalvageBed.start(release, byGtid, workers(release, workers))) {
      bed.loseBinlog(20);
      bed.write(3);

      JsonNode ended = bed.salvage();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(byGtid);
    }
  }

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} workers")
  @CsvSource({
    "MYSQL_5_7_22, true, 0",
    "MYSQL_8_0_15, true, 4",
    "MYSQL_9_7, true, 4",
    "MARIADB_10_11_5, true, 0",
  })
  void aReplicaThatLostRowsThatItsBinlogHas(ServerRelease release, boolean byGtid, int workers) {
    try (SalvageBed bed = SalvageBed.start(release, byGtid, workers(release, workers))) {
      bed.loseRows(20);
      bed.write(3);

      JsonNode ended = bed.salvage();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(byGtid);
    }
  }

}

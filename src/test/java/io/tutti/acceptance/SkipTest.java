package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** Transactions that fail for real are skipped, and nothing else is. */
class SkipTest {
  /** Without workers only where the way depends on them. */
  private static List<Integer> workers(ServerRelease release, boolean byGtid) {
    return byGtid || release == ServerRelease.MYSQL_9_7 ? List.of(1, 2, 8) : List.of(0, 1, 2, 8);
  }

  /** With each number of workers, each kind of error, and two channels where there can be two. */
  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @Cases(
      value = "MYSQL_5_7_22, true",
      thorough = {
        "MARIADB_10_11_5, false",
        "MYSQL_5_6_14, true",
        "MYSQL_5_6_14, false",
        "MYSQL_5_7_22, false",
        "MYSQL_8_0_15, true",
        "MYSQL_8_0_15, false",
        "MYSQL_9_7, true",
        "MYSQL_9_7, false",
        "MARIADB_10_1_8, true",
        "MARIADB_10_1_8, false",
        "MARIADB_10_2_11, true",
        "MARIADB_10_2_11, false",
        "MARIADB_10_11_5, true",
        "MARIADB_11_4_5, true",
        "MARIADB_11_4_5, false"
      })
  void leavesOutExactlyTheFailingTransaction(ServerRelease release, boolean byGtid) {
    try (SkipBed bed = SkipBed.start(release, byGtid)) {
      bed.letSkipNext();
      for (int count : workers(release, byGtid)) {
        bed.setWorkers(count);
        skip(bed, bed.failWithDuplicateKey(), "1062", "Inserts into skip_a1.t: @1=", "@2='source'");
        skip(bed, bed.failWithMissingRow(), "1032", "Updates skip_a1.t: @1=", "becomes @1=");
      }
      bed.assertOnlySkippedAreMissing();
    }
  }

  private static void skip(SkipBed bed, int failing, String error, String change, String row) {
    bed.awaitError();
    if (bed.hasTwoChannels()) {
      Answer unclear = bed.ask("{}");
      assertThat(unclear.status()).isEqualTo(422);
      assertThat(unclear.text("/code")).isEqualTo("CHANNEL_NOT_CHOSEN");
    }
    JsonNode plan = bed.plan();
    assertThat(plan.at("/notes").toString())
        .contains(error, change, row, "skip_a1.mark", "the replica may differ from");

    JsonNode ended = bed.skip(bed.next(false));

    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
    bed.expectMissing(failing);
    bed.assertOnlySkippedAreMissing();
    assertThat(bed.controller().get("/audit?limit=2").body().toString())
        .contains("transactions.skip.ended", change, row, "the replica may differ from");
  }
}

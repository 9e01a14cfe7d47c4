package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Transactions that fail for real are skipped, and nothing else is. */
class SkipTest {
  private static Stream<Arguments> everywhere() {
    return Stream.of(ServerRelease.values())
        .flatMap(release -> Stream.of(true, false).map(byGtid -> Arguments.of(release, byGtid)));
  }

  /** Without workers only where the way depends on them. */
  private static List<Integer> workers(ServerRelease release, boolean byGtid) {
    return byGtid || release == ServerRelease.MYSQL_9_7 ? List.of(1, 2, 8) : List.of(0, 1, 2, 8);
  }

  /** With each number of workers, each kind of error, and two channels where there can be two. */
  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @MethodSource("everywhere")
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
        .contains(error, change, row, "skip_a1.mark", "the replica differs from");

    JsonNode ended = bed.skip(bed.next(false));

    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
    bed.expectMissing(failing);
    bed.assertOnlySkippedAreMissing();
    assertThat(bed.controller().get("/audit?limit=2").body().toString())
        .contains("transactions.skip.ended", change, row, "the replica differs from");
  }
}

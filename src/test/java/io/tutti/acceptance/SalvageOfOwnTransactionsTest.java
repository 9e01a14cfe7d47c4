package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A replica that somebody wrote to before it lost the end of its binlog. */
@Matrix
class SalvageOfOwnTransactionsTest {

  private static void writeOwn(SalvageBed bed) {
    bed.replica()
        .execute(
            "CREATE DATABASE own",
            "CREATE TABLE own.t (id INT PRIMARY KEY)",
            "INSERT INTO own.t VALUES (1), (2)");
  }

  private static String executed(SalvageBed bed) {
    return bed.replica().queryValue("SELECT @@global.gtid_executed").orElseThrow();
  }

  private static String uuid(SalvageBed bed) {
    return bed.replica().queryValue("SELECT @@global.server_uuid").orElseThrow();
  }

  /** Only its binlogs tell of them, and those would be deleted. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15"})
  void whatItsBinlogsStillTellIsNotDeleted(ServerRelease release) {
    try (SalvageBed bed = SalvageBed.start(release, true)) {
      writeOwn(bed);
      bed.loseBinlog(20);
      String before = executed(bed);
      assertThat(before).contains(uuid(bed) + ":1-3");

      bed.assertRefused("SALVAGE_NOT_SAFE", uuid(bed) + ":1-3", "only its binlogs tell", "anew");

      assertThat(executed(bed)).isEqualTo(before);
      assertThat(bed.replica().query("SELECT id FROM own.t")).hasSize(2);
    }
  }

  /** They were in what was lost: their rows stay as they are, and their names are gone. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22"})
  void rowsOfWhichNothingTellsAnyMoreStay(ServerRelease release) {
    try (SalvageBed bed = SalvageBed.start(release, true)) {
      bed.loseBinlog(() -> {
        bed.write(10);
        writeOwn(bed);
        bed.write(10);
      });
      bed.write(3);

      JsonNode ended = bed.salvage();

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(true);
      assertThat(bed.replica().query("SELECT id FROM own.t")).hasSize(2);
      assertThat(executed(bed)).doesNotContain(uuid(bed));
    }
  }
}

package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A table that has transactions on the source and none on the replica keeps the rows of a
 * transaction that was cut off; closing the gap would write them once more.
 */
@Matrix
class GapsEnginesTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(30);

  @ParameterizedTest
  @CsvSource("MYSQL_5_7_22, POSITION, ROW")
  void rowsOfATableWithoutTransactionsAreNotAppliedAgain(
      ServerRelease release, Mode mode, String format) throws SQLException {
    refuseAndClose(release, mode, format);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_6_14, POSITION, ROW",
    "MYSQL_5_7_22, POSITION, STATEMENT",
    "MYSQL_8_0_15, POSITION_CLOCK, ROW",
    "MYSQL_9_7, POSITION_CLOCK, ROW"
  })
  void onEachRelease(ServerRelease release, Mode mode, String format) throws SQLException {
    refuseAndClose(release, mode, format);
  }

  private static void refuseAndClose(ServerRelease release, Mode mode, String format)
      throws SQLException {
    try (GapBed bed = GapBed.start(release, mode, "relay_log_recovery=0")) {
      bed.write(6);
      // Without a key, others would not run past it by their writesets.
      String key = mode == Mode.POSITION_CLOCK ? " PRIMARY KEY" : "";
      bed.source().execute("CREATE TABLE gap_a.nk (id INT%s)".formatted(key));
      await()
          .atMost(SEEN_MAX)
          .until(() -> bed.replica().query("SHOW TABLES FROM gap_a").size() == 2);
      bed.replica().execute("SET SESSION sql_log_bin=0", "ALTER TABLE gap_a.nk ENGINE=MyISAM");
      try (Connection lock = bed.hold("gap_a", 1000)) {
        writeBoth(bed, format);
        await()
            .atMost(SEEN_MAX)
            .until(() -> bed.replica().query("SELECT * FROM gap_a.nk").size() == 2);
        bed.runPast(20, "gap_b", "gap_c");
        bed.killReplica();
      }
      assertThat(bed.replica().query("SELECT * FROM gap_a.nk")).hasSize(2);

      JsonNode seen = bed.seen();
      Answer refused = bed.askToClose("PT10S");

      assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.text("/code")).isEqualTo("GAPS_NOT_CLOSABLE");
      String named = format.equals("ROW") ? "gap_a.nk" : "GRANT SELECT ON *.*";
      assertThat(refused.body().toString())
          .contains("may be there already", named, "\"rowRepaired\":\"true\"");
      assertThat(seen.at("/mayRepeat").asString()).contains(named);
      bed.replica().execute("SET SESSION sql_log_bin=0", "DELETE FROM gap_a.nk");
      assertState("SUCCEEDED", bed.atRest(bed.askToCloseRowRepaired().text("/id")), bed);
      assertThat(bed.replica().query("SELECT * FROM gap_a.nk")).hasSize(2);
      bed.assertReplicatesTheSame();
    }
  }

  private static void writeBoth(GapBed bed, String format) throws SQLException {
    try (Connection writer = bed.source().connect();
        Statement statement = writer.createStatement()) {
      statement.execute("SET SESSION binlog_format=" + format);
      writer.setAutoCommit(false);
      statement.execute("INSERT INTO gap_a.nk VALUES (1),(2)");
      statement.execute("INSERT INTO gap_a.t VALUES (1000)");
      writer.commit();
    }
  }
}

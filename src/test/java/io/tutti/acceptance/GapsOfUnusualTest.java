package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Gaps of which what is missing is large, or an XA transaction, and those of many workers. */
class GapsOfUnusualTest {
  private static final String KEEPS_ITS_RELAY_LOG = "relay_log_recovery=0";

  /** Below what a statement may be long. */
  private static final int BLOB = 4_000_000;

  @Test
  void ofALargeTransaction() throws SQLException {
    ofALargeTransaction(ServerRelease.MYSQL_5_7_22, Mode.POSITION, 6);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_6_14, POSITION",
    "MYSQL_5_7_22, POSITION",
    "MYSQL_8_0_15, POSITION_CLOCK",
    "MYSQL_8_0_15, GTID"
  })
  void ofATransactionOf200Megabytes(ServerRelease release, Mode mode) throws SQLException {
    ofALargeTransaction(release, mode, 50);
  }

  private static void ofALargeTransaction(ServerRelease release, Mode mode, int blobs)
      throws SQLException {
    try (GapBed bed = GapBed.start(release, mode, KEEPS_ITS_RELAY_LOG)) {
      bed.write(6);
      bed.source().execute("CREATE TABLE gap_a.big (id INT PRIMARY KEY, b LONGBLOB)");
      try (Connection lock = bed.hold("gap_a", 1000)) {
        try (Connection writer = bed.source().connect();
            Statement statement = writer.createStatement()) {
          writer.setAutoCommit(false);
          for (int each = 0; each < blobs; each++) {
            statement.execute(
                "INSERT INTO gap_a.big VALUES (%d, REPEAT('x', %d))".formatted(each, BLOB));
          }
          statement.execute("INSERT INTO gap_a.t VALUES (1000)");
          writer.commit();
        }
        bed.runPast(12, "gap_b", "gap_c");
        bed.killReplica();
      }
      JsonNode seen = bed.seen();
      assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
      assertThat(seen.at("/missingCount").asInt()).as("%s", seen).isEqualTo(1);

      assertState("SUCCEEDED", bed.close("PT35S"), bed);

      bed.assertReplicatesTheSame();
      assertThat(
              bed.replica()
                  .queryValue("SELECT CONCAT(COUNT(*), ' ', SUM(LENGTH(b))) FROM gap_a.big"))
          .contains("%d %d".formatted(blobs, (long) blobs * BLOB));
    }
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15"})
  void ofAnXaTransaction(ServerRelease release) throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.POSITION, KEEPS_ITS_RELAY_LOG)) {
      bed.write(6);
      try (Connection lock = bed.hold("gap_a", 1000)) {
        bed.source()
            .execute(
                "XA START 'x'",
                "INSERT INTO gap_a.t VALUES (1000)",
                "XA END 'x'",
                "XA PREPARE 'x'",
                "XA COMMIT 'x'");
        bed.runPast(12, "gap_b", "gap_c");
        bed.killReplica();
      }
      JsonNode seen = bed.seen();
      assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");

      JsonNode ended = bed.atRest(bed.askToCloseMended().text("/id"));

      assertState("SUCCEEDED", ended, bed);
      assertThat(bed.replica().query("XA RECOVER")).isEmpty();
      bed.assertReplicatesTheSame();
    }
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15"})
  void ofManyWorkersAndRareCheckpoints(ServerRelease release) throws SQLException {
    try (GapBed bed =
        GapBed.start(
            release,
            Mode.POSITION_CLOCK,
            KEEPS_ITS_RELAY_LOG,
            "slave_parallel_workers=64",
            "slave_checkpoint_group=524280")) {
      bed.write(70);
      try (Connection lock = bed.runPastALockedRow(150)) {
        bed.killReplica();
      }
      bed.assertSeenExactly();

      assertState("SUCCEEDED", bed.close("PT30S"), bed);

      bed.assertClosed();
      bed.assertReplicatesTheSame();
    }
  }
}

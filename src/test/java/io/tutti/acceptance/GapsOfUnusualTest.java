package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.File;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Gaps of which what is missing is large, or an XA transaction, and those of many workers. */
@Matrix
class GapsOfUnusualTest {
  private static final String KEEPS_ITS_RELAY_LOG = "relay_log_recovery=0";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

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

  /** Behind the gap, and the replica is killed in the middle of receiving it. */
  @Tag("thorough")
  @ParameterizedTest
  @CsvSource("MYSQL_5_7_22, POSITION")
  void behindWhichALargeTransactionWasHalfReceived(ServerRelease release, Mode mode)
      throws Exception {
    int blobs = 30;
    try (GapBed bed = GapBed.start(release, mode, KEEPS_ITS_RELAY_LOG)) {
      bed.write(6);
      bed.source().execute("CREATE TABLE gap_a.big (id INT PRIMARY KEY, b LONGBLOB)");
      bed.awaitCaughtUp();
      try (Connection lock = bed.runPastALockedRow(20)) {
        long before = relayBytes(bed);
        Thread writing = Thread.ofVirtual().start(() -> writeLarge(bed, blobs));
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(2))
            .until(() -> relayBytes(bed) > before + 5L * BLOB);
        bed.killReplica();
        writing.join();
        assertThat(relayBytes(bed) - before).as("half").isLessThan((long) blobs * BLOB);
      }
      bed.assertSeenExactly();

      assertState("SUCCEEDED", bed.close("PT35S"), bed);

      bed.assertReplicatesTheSame();
      assertThat(
              bed.replica()
                  .queryValue("SELECT CONCAT(COUNT(*), ' ', SUM(LENGTH(b))) FROM gap_a.big"))
          .contains("%d %d".formatted(blobs, (long) blobs * BLOB));
    }
  }

  private static long relayBytes(GapBed bed) {
    File[] files =
        bed.replica()
            .dataDirectory()
            .toFile()
            .listFiles((folder, name) -> name.matches("relay\\.\\d+"));
    return Arrays.stream(Objects.requireNonNull(files)).mapToLong(File::length).sum();
  }

  private static void writeLarge(GapBed bed, int blobs) {
    try (Connection writer = bed.source().connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      for (int each = 0; each < blobs; each++) {
        statement.execute(
            "INSERT INTO gap_a.big VALUES (%d, REPEAT('x', %d))".formatted(each, BLOB));
      }
      writer.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where schemas decide who applies what, all workers wait for one: nothing runs past it. */
  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, XA COMMIT 'x' ONE PHASE", "MYSQL_8_0_15, XA PREPARE 'x'"})
  void ofAnXaTransaction(ServerRelease release, String end) throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.POSITION_CLOCK, KEEPS_ITS_RELAY_LOG)) {
      bed.write(6);
      try (Connection lock = bed.hold("gap_a", 1000)) {
        bed.said("gap_a", "XA START 'x'", "INSERT INTO gap_a.t VALUES (1000)", "XA END 'x'", end);
        bed.runPast(12, "gap_b", "gap_c");
        bed.killReplica();
      }
      JsonNode seen = bed.seen();
      assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
      assertThat(seen.at("/missingCount").asInt()).as("%s", seen).isEqualTo(1);

      JsonNode ended = bed.atRest(bed.askToCloseRowRepaired().text("/id"));

      assertState("SUCCEEDED", ended, bed);
      if (end.contains("PREPARE")) {
        assertThat(bed.replica().query("XA RECOVER")).hasSize(1);
        bed.said("gap_a", "XA COMMIT 'x'");
      }
      bed.assertReplicatesTheSame();
      assertThat(bed.replica().query("XA RECOVER")).isEmpty();
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

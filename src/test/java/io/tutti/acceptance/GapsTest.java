package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Gaps of killed replicas, coordinators and workers, seen exactly and closed in every way. */
class GapsTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(30);

  private static final String RECOVERS = "relay_log_recovery=1";

  private static Stream<String> findings(GapBed bed) {
    return bed.controller()
        .get("/findings")
        .body()
        .at("/items")
        .valueStream()
        .map(finding -> finding.at("/code").asString());
  }

  /** Without relay log recovery, where that would close or bar the gap at the server's start. */
  @ParameterizedTest
  @Cases(
      value = {"MYSQL_5_7_22, POSITION, gaps.until", "MYSQL_9_7, GTID, gaps.fetch"},
      thorough = {
        "MYSQL_5_6_14, POSITION, gaps.until",
        "MYSQL_5_7_22, POSITION_CLOCK, gaps.until",
        "MYSQL_5_7_22, GTID, gaps.fetch",
        "MYSQL_8_0_15, POSITION_CLOCK, gaps.until",
        "MYSQL_8_0_15, GTID, gaps.fetch",
        "MYSQL_9_7, POSITION_CLOCK, gaps.until"
      })
  void ofAKilledReplica(ServerRelease release, Mode mode, String way) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode, "relay_log_recovery=0")) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica();
      }
      bed.assertSeenExactly();
      await()
          .atMost(SEEN_MAX)
          .untilAsserted(() -> assertThat(findings(bed)).contains("GAPS_WHILE_STOPPED"));
      JsonNode plan = bed.plan();
      assertThat(plan.at("/0/kind").asString()).as("%s", plan).isEqualTo(way);

      JsonNode ended = bed.close("PT10S");

      assertState("SUCCEEDED", ended, bed);
      bed.assertClosed();
      assertThat(bed.applierRuns()).as("it stood before").isFalse();
      bed.assertReplicatesTheSame();
    }
  }

  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_6_14, POSITION",
    "MYSQL_5_7_22, POSITION",
    "MYSQL_5_7_22, GTID",
    "MYSQL_8_0_15, POSITION_CLOCK",
    "MYSQL_8_0_15, GTID",
    "MYSQL_9_7, GTID"
  })
  void ofAKilledCoordinator(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killCoordinator(lock);
      }
      bed.assertSeenExactly();

      JsonNode ended = bed.close("PT10S");

      assertState("SUCCEEDED", ended, bed);
      bed.assertClosed();
      assertThat(bed.applierRuns()).as("it stood before").isFalse();
      bed.assertReplicatesTheSame();
    }
  }

  /**
   * By log position the failing transaction is named and nothing is started, as the server would
   * lose count; once its row is repaired all is closed.
   */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_6_14, POSITION",
    "MYSQL_5_7_22, POSITION",
    "MYSQL_8_0_15, POSITION_CLOCK",
    "MYSQL_9_7, POSITION_CLOCK"
  })
  void ofAFailedWorkerByPosition(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode)) {
      bed.write(7);
      failAWorker(bed);

      Answer refused = bed.askToClose("PT20S");

      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.text("/code")).isEqualTo("GAPS_NOT_CLOSABLE");
      assertThat(refused.body().toString()).contains("1062").contains("\"rowRepaired\":\"true\"");
      bed.repair();
      PageShell.of(bed.controller())
          .with("HOST:PORT", bed.replica().address())
          .run(PageExamples.blocks("gaps.md", "After a worker's error").getFirst().text());
      bed.assertClosed();
      assertThat(bed.applierRuns()).isFalse();
      bed.assertReplicatesTheSame();
    }
  }

  private static void failAWorker(GapBed bed) throws SQLException {
    try (Connection lock = bed.runPastALockedRow(20)) {
      lock.commit();
      bed.awaitApplierStopped();
    }
    // The row is there, but its transaction was not applied: rows are misleading here.
    JsonNode seen = bed.seen();
    assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
  }

  /** Started twice over it, the server would run past the failing one by GTID, too. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7"})
  void ofAFailedWorkerByGtid(ServerRelease release) throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.GTID)) {
      bed.write(7);
      failAWorker(bed);
      JsonNode left = bed.seen().at("/missingGtids");

      Answer refused = bed.askToClose("PT20S");

      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.body().toString()).contains("1062").contains("\"rowRepaired\":\"true\"");
      assertThat(bed.seen().at("/missingGtids")).as("it was not started").isEqualTo(left);
      bed.repair();
      assertState("SUCCEEDED", bed.atRest(bed.askToCloseRowRepaired().text("/id")), bed);
      bed.assertClosed();
      bed.assertReplicatesTheSame();
    }
  }

  /**
   * Somebody starts the applier before the row is repaired. The server would lose that transaction
   * at its next start, so there is none; restarted it counts again.
   */
  @Matrix
  @ParameterizedTest
  @CsvSource({"MYSQL_5_6_14, POSITION", "MYSQL_5_7_22, POSITION", "MYSQL_8_0_15, POSITION_CLOCK"})
  void afterAServerHasLostItsPosition(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode, "slave_checkpoint_period=100000")) {
      bed.write(7);
      failAWorker(bed);
      bed.startApplier();
      bed.awaitApplierStopped();
      bed.repair();

      Answer refused = bed.askToCloseRowRepaired();

      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.body().toString())
          .contains("no longer knows which transactions it has not applied")
          .contains("restart");
      bed.assertSeenExactly();
      bed.replica().restart("relay_log_recovery=0");
      assertState("SUCCEEDED", bed.close("PT30S"), bed);
      bed.assertClosed();
      bed.assertReplicatesTheSame();
    }
  }

  /**
   * Before 8.0 a worker notes DDL only with its next transaction. Killed before that, the server
   * would apply it again.
   */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22"})
  void whatAWorkerDidNotNote(ServerRelease release) throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.POSITION, "slave_checkpoint_period=100000")) {
      bed.write(7);
      bed.replica()
          .execute(
              "STOP SLAVE SQL_THREAD",
              "SET GLOBAL sync_relay_log_info = 10000",
              "START SLAVE SQL_THREAD");
      // One worker waits in gap_b, another one in gap_a, so a third one creates the table.
      try (Connection first = bed.runPastALockedRow(2);
          Connection second = bed.hold("gap_a", 10)) {
        bed.write(1);
        bed.source().execute("CREATE TABLE gap_c.u (id INT)", "INSERT INTO gap_a.t VALUES (1000)");
        await()
            .atMost(SEEN_MAX)
            .until(() -> bed.replica().query("SHOW TABLES FROM gap_c").size() == 2);
        second.rollback();
        await()
            .atMost(SEEN_MAX)
            .until(() ->
                bed.replica().queryValue("SELECT id FROM gap_a.t WHERE id = 1000").isPresent());
        bed.killReplica("relay_log_recovery=0");
      }

      JsonNode seen = bed.seen();
      Answer refused = bed.askToClose("PT10S");

      assertThat(seen.at("/missing").findValuesAsString("atomic"))
          .as("%s", seen)
          .containsExactly("true", "false");
      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.body().toString())
          .contains(
              "notes only with its next",
              seen.at("/missing/1/end").asString().replaceAll(".*:", ""),
              "SHOW BINLOG EVENTS",
              "\"rowRepaired\":\"true\"");
      String replica = bed.replica().address().toString();
      PageExamples.assertSaid(
          PageExamples.blocks("gaps.md", "What a worker did not note").getFirst(),
          bed.controller().tutti("gaps", "close", replica).errors());
      bed.replica().execute("SET SESSION sql_log_bin=0", "DROP TABLE gap_c.u");
      assertState("SUCCEEDED", bed.atRest(bed.askToCloseRowRepaired().text("/id")), bed);
      bed.assertClosed();
      assertThat(bed.replica().query("SHOW TABLES FROM gap_c")).hasSize(2);
      bed.assertReplicatesTheSame();
    }
  }

  /** Domains ran past each other, and the server was killed. */
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MARIADB_10_2_11,
        ServerRelease.MARIADB_11_4_5
      })
  void ofDomains(ServerRelease release) throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.GTID)) {
      bed.write(6);
      try (Connection lock = bed.runPastALockedRow(12)) {
        bed.killReplica();
      }

      JsonNode seen = bed.seen();
      assertThat(bed.missing()).isNotEmpty();
      assertThat(seen.at("/gaps").asString()).as("%s", seen).isNotEqualTo("free");
      JsonNode ended = bed.close("PT10S");

      assertState("SUCCEEDED", ended, bed);
      assertThat(bed.missing()).isEmpty();
      assertThat(bed.applierRuns()).as("it stood before").isFalse();
      bed.assertReplicatesTheSame();
    }
  }

  @Matrix
  @Test
  void theCommandLineShowsAndCloses() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_7_22, Mode.POSITION)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica("relay_log_recovery=0");
      }
      String address = bed.replica().address().toString();

      CommandResult shown = bed.controller().tutti("gaps", "show", address);
      CommandResult planned = bed.controller().tutti("gaps", "close", address, "--dry-run");
      CommandResult closed = bed.controller().tutti("gaps", "close", address);
      CommandResult after = bed.controller().tutti("gaps", "show", address);

      System.out.println(shown.output() + planned.output() + closed.output() + after.output());
      assertThat(shown.output())
          .contains("7 transactions are missing", "applier is stopped", "close them:");
      assertThat(planned.output())
          .contains("START SLAVE SQL_THREAD UNTIL SQL_AFTER_MTS_GAPS", "Nothing was changed.");
      assertThat(closed.exitCode()).as(closed.errors()).isZero();
      assertThat(after.output()).contains("gap-free");
      bed.assertClosed();
    }
  }

  /** 5.6 refuses every START then, permanently; the refusal is reset without a restart. */
  @Matrix
  @Test
  void ofAKilledReplicaThatRecoversItsRelayLog() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_6_14, Mode.POSITION, RECOVERS)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.write(10);
        bed.killReplica();
      }
      bed.assertSeenExactly();
      assertRefusesToStart(bed);

      JsonNode ended = bed.close("PT30S");

      assertState("SUCCEEDED", ended, bed);
      assertThat(bed.controller().events(ended.at("/id").asString()))
          .contains("The refusal was reset");
      bed.assertClosed();
      assertThat(bed.applierRuns() || bed.receiverRuns()).as("both stood").isFalse();
      assertThat(bed.replica().query("SHOW TABLES FROM tutti")).isEmpty();
      // Many more than were left out: a server that has lost count would leave some of them out.
      bed.write(40);
      bed.assertReplicatesTheSame();
    }
  }

  /** The last copy of what is missing is in the relay log, which a reset would drop. */
  @Matrix
  @Test
  void whatTheSourceNoLongerHasIsNotRisked() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_6_14, Mode.POSITION, RECOVERS)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica();
      }
      bed.source().execute("FLUSH LOGS", "PURGE BINARY LOGS TO 'binlog.000002'");
      assertRefusesToStart(bed);
      List<String> kept = bed.tablesOfPlaces();
      // Over SQL such a server shows none of its relay logs.
      Map<String, String> relayed = bed.relayLogsOnDisk();

      Answer refused = bed.askToClose("PT30S");
      JsonNode ended = bed.atRest(bed.askToCloseRowRepaired().text("/id"));

      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.body().toString())
          .contains("neither its relay log", "\"rowRepaired\":\"true\"");
      assertThat(ended.at("/state").asString()).as("%s", ended).isIn("FAILED", "UNDONE");
      assertThat(ended.toString()).contains("does not show that it still has that", "1220");
      assertRefusesToStart(bed);
      assertThat(bed.tablesOfPlaces()).isEqualTo(kept);
      assertThat(bed.relayLogsOnDisk()).isEqualTo(relayed);
      assertThat(bed.replica().query("SHOW DATABASES LIKE 'tutti'")).isEmpty();
    }
  }

  private static void assertRefusesToStart(GapBed bed) {
    assertThatThrownBy(bed::startApplier).hasMessageContaining("initialize");
    assertThat(bed.reported()).contains("Last_SQL_Errno=1872");
  }
}

package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Gaps while something continues: crashes in the middle of writes, a long transaction, and a
 * controller that is killed while it closes.
 */
@Matrix
@OwnProcess
class GapsUnderLoadTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(30);

  /** More of them with {@code -Dtest.jvm.options=-Dtutti.test.crashes=10}. */
  private static final int CRASHES = Integer.getInteger("tutti.test.crashes", 2);

  private static final String RECOVERS = "relay_log_recovery=1";

  /**
   * Killed under load, by turns with a row held and without, and each time brought back by nothing
   * but a close and a start. Seeded, so that a failure can be repeated.
   */
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_6_14, POSITION",
    "MYSQL_5_7_22, POSITION",
    "MYSQL_5_7_22, GTID",
    "MYSQL_8_0_15, POSITION_CLOCK",
    "MYSQL_8_0_15, GTID",
    "MYSQL_9_7, GTID",
    "MARIADB_10_1_8, GTID",
    "MARIADB_10_11_5, GTID"
  })
  void noneOfManyCrashesLeavesAReplicaBroken(ServerRelease release, Mode mode) throws Exception {
    Random random = new Random(20261121);
    String[] options =
        release.family() == ServerFamily.MYSQL ? new String[] {RECOVERS} : new String[0];
    try (GapBed bed = GapBed.start(release, mode, options)) {
      for (int crash = 0; crash < CRASHES; crash++) {
        if (crash % 2 == 0) {
          try (Connection lock = bed.runPastALockedRow(8 + random.nextInt(10))) {
            bed.killWhileWriting(20, random.nextInt(8));
          }
        } else {
          bed.killWhileWriting(30, random.nextInt(25));
        }
        assertState("SUCCEEDED", bed.close("PT20S"), bed);
        assertThat(bed.missing()).as("crash %d", crash).isEmpty();
        bed.assertReplicatesTheSame();
      }
    }
  }

  /** A running applier is waited for; at the deadline nothing was changed. */
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, POSITION", "MYSQL_8_0_15, GTID", "MARIADB_10_11_5, GTID"})
  void ofALongTransaction(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode)) {
      bed.write(6);
      try (Connection lock = bed.runPastALockedRow(12)) {
        assertThat(bed.plan().at("/0/kind").asString()).isEqualTo("gaps.wait");

        JsonNode late = bed.close("PT3S");

        assertState("UNDONE", late, bed);
        assertThat(late.toString()).contains("After 3 s").contains("of");
        assertThat(bed.applierRuns()).isTrue();

        String id = bed.askToClose("PT30S").text("/id");
        await()
            .atMost(SEEN_MAX)
            .untilAsserted(() ->
                assertThat(bed.controller().get("/operations/" + id).body().toString())
                    .contains("RUNNING"));
        lock.rollback();
        assertState("SUCCEEDED", bed.atRest(id), bed);
      }
      bed.assertClosed();
      assertThat(bed.applierRuns()).isTrue();
      bed.assertReplicatesTheSame();
    }
  }

  /** The controller is killed at each statement of a close; nothing is left half done. */
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, POSITION, relay_log_recovery=0, 1",
    "MYSQL_8_0_15, GTID, relay_log_recovery=0, 2",
    "MARIADB_10_11_5, GTID, sync_relay_log=1, 4"
  })
  void aCloseIsTakenUpWhereverTheControllerWasKilled(
      ServerRelease release, Mode mode, String option, int statements) throws Exception {
    try (StatementProxy proxy = StatementProxy.listen();
        GapBed bed = GapBed.behind(proxy, release, mode, option)) {
      bed.write(7);
      for (int statement = 0; statement < statements; statement++) {
        for (When when : When.beforeEach(statement == statements - 1)) {
          try (Connection lock = bed.runPastALockedRow(12)) {
            bed.killReplica();
          }
          JsonNode said = bed.plan().at("/0/statements");
          assertThat(said).hasSize(statements);
          String text = said.at("/" + statement).asString();
          Trap trap = proxy.trap(text, when, bed.controller()::killHard);
          String id = bed.askToClose("PT30S").text("/id");
          assertThat(trap.awaitSprung()).as("%s %s", when, text).isTrue();
          bed.controller().startAgain();

          assertState("SUCCEEDED", bed.atRest(id), bed);
          assertThat(bed.missing()).isEmpty();
          assertThat(bed.applierRuns()).as("it stood before").isFalse();
          bed.assertReplicatesTheSame();
        }
      }
      assertThat(bed.workers()).isEqualTo("4");
    }
  }

  /** The controller is killed at each act of that. */
  @Test
  void theResetIsTakenUpWhereverTheControllerWasKilled() throws Exception {
    List<String> said =
        List.of(
            "CREATE DATABASE IF NOT EXISTS tutti",
            "INSERT INTO tutti.kept_process",
            "RESET SLAVE",
            "DELETE FROM mysql.slave_worker_info",
            "SET Number_of_workers = 0",
            "START SLAVE IO_THREAD",
            "STOP SLAVE IO_THREAD",
            "DROP TABLE IF EXISTS tutti.slave_relay_log_info");
    try (StatementProxy proxy = StatementProxy.listen();
        GapBed bed = GapBed.behind(proxy, ServerRelease.MYSQL_5_6_14, Mode.POSITION, RECOVERS)) {
      bed.write(7);
      for (String statement : said) {
        for (When when : When.beforeEach(statement.equals(said.getLast()))) {
          try (Connection lock = bed.runPastALockedRow(20)) {
            bed.killReplica();
          }
          assertThat(bed.plan().toString()).contains(statement);
          Trap trap = proxy.trap(statement, when, bed.controller()::killHard);
          String id = bed.askToClose("PT30S").text("/id");
          assertThat(trap.awaitSprung()).as("%s %s", when, statement).isTrue();
          bed.controller().startAgain();

          assertState("SUCCEEDED", bed.atRest(id), bed);
          bed.assertClosed();
          bed.assertReplicatesTheSame();
        }
      }
    }
  }
}

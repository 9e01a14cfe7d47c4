package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Transactions are skipped where others ran past them, or were left out before them. */
@Matrix
class SkipGapsTest {
  private static Connection hold(SkipBed bed, String insert) throws SQLException {
    Connection lock = bed.replica().connect();
    lock.setAutoCommit(false);
    try (Statement statement = lock.createStatement()) {
      statement.execute(insert);
    }
    return lock;
  }

  /** Several behind the failing one were applied, others that its worker had next were not. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7"})
  void withAGapBehind(ServerRelease release) throws SQLException {
    try (SkipBed bed = SkipBed.start(release, false, options(release))) {
      bed.setWorkers(4);
      bed.writeOthers();
      int failing;
      String mark = bed.positionOfSource();
      try (Connection own = hold(bed, "INSERT INTO skip_b1.t VALUES (7, 'replica')")) {
        failing = bed.write(1, "skip_b1", "INSERT INTO skip_b1.t VALUES (7, 'source')");
        bed.write(1, "skip_c1");
        bed.write(1, "skip_b1");
        bed.awaitMark("skip_c1", bed.write(1, "skip_c1"));
        bed.awaitMarkOfApplier(mark);
        own.commit();
        bed.awaitError();
      }

      JsonNode ended = bed.skip(bed.next(false));

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      assertThat(ended.at("/notes").toString()).contains("skip_b1.t", "Not applied so far");
      bed.expectMissing(failing);
      bed.assertOnlySkippedAreMissing();
    }
  }

  private static String[] options(ServerRelease release) {
    return release == ServerRelease.MYSQL_9_7
        ? new String[] {"innodb_lock_wait_timeout=600", "replica_preserve_commit_order=0"}
        : new String[] {"innodb_lock_wait_timeout=600"};
  }

  /**
   * One is left out before the failing one, and several behind both were applied. By position that
   * is refused: a server that closes gaps up to the failing one, and begins again there, takes the
   * wrong ones for applied.
   */
  @Matrix
  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @CsvSource({"MYSQL_5_7_22, false", "MYSQL_8_0_15, false", "MYSQL_8_0_15, true"})
  void withGapsBeforeAndBehind(ServerRelease release, boolean byGtid) throws SQLException {
    try (SkipBed bed = SkipBed.start(release, byGtid, options(release))) {
      bed.setWorkers(4);
      bed.writeOthers();
      int leftOut = bed.upcoming();
      int failing;
      try (Connection before =
              hold(bed, "INSERT INTO skip_a1.mark VALUES (%d)".formatted(leftOut));
          Connection own = hold(bed, "INSERT INTO skip_b1.t VALUES (7, 'replica')")) {
        bed.write(1, "skip_a1");
        failing = bed.write(1, "skip_b1", "INSERT INTO skip_b1.t VALUES (7, 'source')");
        bed.write(1, "skip_c1");
        bed.write(1, "skip_b1");
        bed.awaitMark("skip_c1", bed.write(1, "skip_c1"));
        own.commit();
        bed.killWhoWaitsForALock();
        bed.awaitError();
        before.rollback();
      }
      if (byGtid) {
        JsonNode ended = bed.skip(bed.next(false));
        assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
        bed.expectMissing(failing);
        bed.assertOnlySkippedAreMissing();
      } else {
        Answer refused = bed.ask(bed.next(false));
        assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
        assertThat(refused.text("/code")).isEqualTo("SKIP_NOT_SAFE");
      }
    }
  }

  /**
   * Other domains ran past the failing one, and all that the applier reads again is passed over.
   */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_1_8", "MARIADB_10_2_11", "MARIADB_10_11_5", "MARIADB_11_4_5"})
  void ofOneOfSeveralDomains(ServerRelease release) throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.GTID)) {
      bed.write(6);
      try (Connection lock = bed.runPastALockedRow(12)) {
        lock.commit();
        bed.awaitApplierStopped();
      }
      String path = bed.path("/transactions:skip");
      Answer plan = bed.controller().post(path, "{\"dryRun\":true}");
      assertThat(plan.status()).as("%s", plan.body()).isEqualTo(200);
      assertThat(OperationCalls.kinds(plan.body())).containsExactly("skip.domain");

      Answer accepted = bed.controller().post(path, "{}", "Idempotency-Key", "once");

      JsonNode ended = bed.atRest(OperationCalls.begun(accepted));
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertReplicatesTheSame();
    }
  }

  /** Replicated DDL is repeatable there: what exists is rebuilt, and nothing fails. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_1_8", "MARIADB_10_2_11", "MARIADB_10_11_5", "MARIADB_11_4_5"})
  void aTableOfOneDomainThatIsThereAlreadyLeavesNothingToSkip(ServerRelease release)
      throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.GTID)) {
      bed.write(6);
      bed.replica()
          .execute(
              "SET SESSION sql_log_bin=0",
              "CREATE TABLE gap_b.u (id INT PRIMARY KEY)",
              "INSERT INTO gap_b.u VALUES (7)");
      bed.source().execute("FLUSH LOGS");
      bed.said("gap_b", "CREATE TABLE gap_b.u (id INT PRIMARY KEY)");
      bed.said("gap_b", "INSERT INTO gap_b.u VALUES (8)");
      bed.source().execute("FLUSH LOGS");
      bed.write(6);
      bed.awaitCaughtUp();

      Answer refused = bed.controller().post(bed.path("/transactions:skip"), "{}");

      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.text("/code")).isEqualTo("NOTHING_TO_SKIP");
      assertThat(refused.body().toString()).contains("Nothing was changed");
      bed.assertReplicatesTheSame();
      assertThat(bed.replica().query("SELECT id FROM gap_b.u"))
          .isEqualTo(bed.source().query("SELECT id FROM gap_b.u"));
    }
  }

  @Test
  void overTheCommandLine() {
    try (SkipBed bed = SkipBed.start(ServerRelease.MYSQL_5_6_14, true)) {
      bed.expectMissing(bed.failWithDuplicateKey());
      bed.awaitError();
      String address = bed.replica().address().toString();

      CommandResult shown = bed.controller().tutti("skip", address, "--dry-run");
      CommandResult skipped = bed.controller().tutti("skip", address, "--yes");

      assertThat(shown.exitCode()).as("%s", shown).isZero();
      assertThat(shown.output()).contains("Inserts into skip_a1.t", "Nothing was changed.");
      assertThat(skipped.exitCode()).as("%s", skipped).isZero();
      bed.assertOnlySkippedAreMissing();
    }
  }
}

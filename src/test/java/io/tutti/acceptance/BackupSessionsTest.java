package io.tutti.acceptance;

import static io.tutti.acceptance.BackupCalls.ask;
import static io.tutti.acceptance.BackupCalls.assertState;
import static io.tutti.acceptance.BackupCalls.awaitRow;
import static io.tutti.acceptance.BackupCalls.begun;
import static io.tutti.acceptance.BackupCalls.closed;
import static io.tutti.acceptance.BackupCalls.end;
import static io.tutti.acceptance.BackupCalls.latest;
import static io.tutti.acceptance.BackupCalls.opened;
import static io.tutti.acceptance.BackupCalls.path;
import static io.tutti.acceptance.BackupCalls.rested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.KillPoint;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What comes in between a session: its end, a lease, a kill, a person, a second controller. */
@Matrix
class BackupSessionsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /**
   * It goes on closing the gap, and the session is open once. Nobody stops the applier again
   * half-way, as the server would lose count.
   */
  @KillPoint
  @OwnProcess
  @ParameterizedTest
  @EnumSource(When.class)
  void aControllerThatIsKilledWhileItBeginsGoesOn(When when) throws Exception {
    try (StatementProxy proxy = StatementProxy.listen();
        GapBed bed =
            GapBed.behind(
                proxy, ServerRelease.MYSQL_5_7_22, Mode.POSITION, "relay_log_recovery=0")) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica();
      }
      String id;
      try (Connection lock = bed.replica().connect()) {
        lock.setAutoCommit(false);
        lock.createStatement().execute("INSERT INTO gap_b.t VALUES (8)");
        Trap trap = proxy.trap("UNTIL SQL_AFTER_MTS_GAPS", when, bed.controller()::killHard);
        id = ask(bed, "{\"deadline\":\"PT40S\"}").text("/id");
        assertThat(trap.awaitSprung()).isTrue();
        bed.controller().startAgain();
        bed.awaitGoingOn(id);
        lock.rollback();
      }
      assertState("SUCCEEDED", bed.atRest(id));
      assertThat(bed.missing()).isEmpty();
      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.controller().get(path(bed)).body().at("/items")).hasSize(1);
      assertState("SUCCEEDED", end(bed));
      bed.assertReplicatesTheSame();
    }
  }

  /** Nobody ends it, and the controller is killed meanwhile. */
  @Matrix
  @OwnProcess
  @Test
  void aLeaseThatIsOverEndsTheSessionAlsoAfterTheControllerWasKilled() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_8_0_15, Mode.GTID)) {
      bed.write(6);
      JsonNode session = begun(bed, "{\"ttl\":\"PT12S\"}");
      assertThat(bed.findings()).contains("IN_BACKUP_SESSION").doesNotContain("APPLIER_STOPPED");
      Answer refused = bed.askToClose("PT5S");
      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(409);
      assertThat(refused.text("/code")).isEqualTo("INSTANCE_IN_BACKUP_SESSION");
      assertThat(refused.text("/observed")).contains(session.at("/id").asString());
      assertThat(refused.text("/remedies/0/acts/0/action")).isEqualTo("END_BACKUP");
      assertThat(refused.text("/remedies/0/sentence"))
          .isEqualTo(
              "DELETE /api/v1/instances/%s/backups/%s"
                  .formatted(bed.replica().address(), session.at("/id").asString()));
      assertThat(ask(bed, "{}").status()).isEqualTo(409);

      bed.controller().killHardAndStartAgain();

      assertThat(latest(bed).at("/open").asBoolean()).isTrue();
      assertThat(bed.applierRuns()).isFalse();
      await().atMost(PATIENCE).until(bed::applierRuns);
      await().atMost(PATIENCE).until(() -> !latest(bed).at("/open").asBoolean());
      assertThat(bed.controller().get("/audit").body().toString())
          .contains("policy:lease")
          .contains("backup.end");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).doesNotContain("IN_BACKUP_SESSION"));
      bed.assertReplicatesTheSame();
    }
  }

  /** Whoever starts the applier by hand breaks the session, and that is said. */
  @Matrix
  @Test
  void anApplierThatIsStartedByOthersBreaksTheSession() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_8_0_15, Mode.GTID)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.startApplier();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).contains("BACKUP_SESSION_BROKEN"));
      assertThat(latest(bed).at("/broken").asString()).contains("runs");
      assertState("SUCCEEDED", end(bed));
      assertThat(bed.applierRuns()).isTrue();
      assertThat(latest(bed).at("/open").asBoolean()).isFalse();
      assertThat(latest(bed).at("/broken").asString()).contains("runs");
    }
  }

  /** The command says so, too, and does not end like one of a session that was left alone. */
  @Test
  void theEndOfASessionThatOthersBrokeSaysSoAndSoDoesTheListAfterwards() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MARIADB_10_11_5, Mode.POSITION)) {
      bed.write(6);
      String replica = bed.replica().address().toString();
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.write(3);
      bed.startApplier();
      awaitRow(bed.replica(), bed);
      bed.replica().execute("STOP SLAVE SQL_THREAD");

      var ended = bed.controller().tutti("backup", "end", replica);

      assertThat(ended.exitCode()).as("%s %s", ended.output(), ended.errors()).isEqualTo(1);
      assertThat(ended.output()).contains("BROKEN: ", "has gone on from", "do not trust it");
      assertThat(bed.applierRuns()).as("somebody stopped it").isFalse();
      assertThat(bed.controller().tutti("backup", "list", replica).output())
          .contains("ended at", "BROKEN: ", "has gone on from");

      bed.startApplier();
      begun(bed, "{\"ttl\":\"PT5M\"}");
      var clean = bed.controller().tutti("backup", "end", replica);
      assertThat(clean.exitCode()).as("%s %s", clean.output(), clean.errors()).isZero();
    }
  }

  /** A session is the server's and the store's: the controller may die in it. */
  @Matrix
  @OwnProcess
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aControllerThatIsKilledInASessionEndsItWhenItIsBack(ServerRelease release)
      throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.GTID)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.controller().killHard();
      bed.write(3);
      assertThat(bed.applierRuns()).isFalse();

      bed.controller().startAgain();

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).contains("IN_BACKUP_SESSION"));
      assertThat(bed.applierRuns()).isFalse();
      assertState("SUCCEEDED", end(bed));
      bed.assertReplicatesTheSame();
    }
  }

  /** It applies settings and has a session of its own: what it finds stopped stays stopped. */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, POSITION, slave_parallel_workers",
    "MYSQL_8_0_15, GTID, slave_parallel_workers",
    "MARIADB_10_11_5, POSITION, slave_parallel_threads"
  })
  void whatASecondControllerDoesInASessionLeavesTheApplierStopped(
      ServerRelease release, Mode mode, String knob) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode);
        RunningController second = RunningController.start(Map.of())) {
      second.awaitDiscovered(bed.replica().address(), bed.source().address());
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      List<String> copy = RestoredCopy.dump(bed.replica());
      bed.write(3);

      rested(
          second,
          second.post(
              bed.path("/parallelism"),
              "{\"settings\":{\"%s\":\"3\"},\"settle\":\"PT1S\"}".formatted(knob)));
      assertThat(bed.workers()).isEqualTo("3");
      assertThat(bed.applierRuns()).isFalse();
      JsonNode within = opened(second, path(bed), "{\"ttl\":\"PT5M\"}");
      assertThat(within.at("/open").asBoolean()).as("%s", within).isTrue();
      closed(second, path(bed), within);

      assertThat(bed.applierRuns()).as("it stood before the second one").isFalse();
      assertThat(RestoredCopy.dump(bed.replica())).isEqualTo(copy);
      var ended = bed.controller().tutti("backup", "end", bed.replica().address().toString());
      assertThat(ended.exitCode()).as("%s %s", ended.output(), ended.errors()).isZero();
      assertThat(bed.applierRuns()).isTrue();
      bed.assertReplicatesTheSame();
    }
  }

  /** Nobody ends the session: who was stopped before it by a person is not started by its end. */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, STOP SLAVE FOR CHANNEL 'n3'",
    "MYSQL_8_0_15, STOP SLAVE FOR CHANNEL 'n3'",
    "MARIADB_10_1_8, STOP SLAVE 'n3'",
    "MARIADB_11_4_5, STOP SLAVE 'n3'"
  })
  void aLeaseThatIsOverStartsOnlyTheChannelsThatRan(ServerRelease release, String stop)
      throws SQLException {
    try (GapBed bed = GapBed.ofTwoSources(release, Mode.POSITION)) {
      GapBed other = bed.second();
      bed.write(3);
      other.write(3);
      other.awaitCaughtUp();
      bed.replica().execute(stop);
      assertThat(bed.applierRuns()).isTrue();

      begun(bed, "{\"ttl\":\"PT8S\"}");

      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.receiverRuns()).isTrue();
      bed.write(3);
      other.write(3);
      await().atMost(PATIENCE).until(() -> !latest(bed).at("/open").asBoolean());
      await().atMost(PATIENCE).until(bed::applierRuns);
      bed.awaitCaughtUp();
      assertThat(other.applierRuns() || other.receiverRuns()).as("a person's stop").isFalse();
      bed.assertReplicatesTheSame();
      other.assertReplicatesTheSame();
    }
  }

  /** The session has stopped it before: only the server's count shows it. */
  @ParameterizedTest
  @Cases(
      value = "MYSQL_8_0_15, GTID",
      thorough = {
        "MARIADB_10_11_5, GTID",
        "MYSQL_5_6_14, POSITION",
        "MYSQL_5_7_22, POSITION",
        "MYSQL_9_7, GTID"
      })
  void whatAPersonStopsInASessionStaysStopped(ServerRelease release, Mode mode)
      throws SQLException {
    try (GapBed bed = GapBed.start(release, mode)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.write(3);
      bed.replica().stopReplication();

      JsonNode ended = end(bed);

      assertState("SUCCEEDED", ended);
      assertThat(ended.at("/notes").toString())
          .contains("Somebody else has asked " + bed.replica().address(), "stays stopped");
      assertThat(bed.applierRuns()).isFalse();
      bed.replica().startReplication();

      begun(bed, "{\"ttl\":\"PT5M\"}");
      assertState("SUCCEEDED", end(bed));
      assertThat(bed.applierRuns()).as("nobody else has stopped it").isTrue();
      bed.assertReplicatesTheSame();
    }
  }

  /** Whoever has started it, and stopped it again, has had the last word. */
  @Matrix
  @Test
  void anApplierThatOthersStartAndStopStaysStopped() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_8_0_15, Mode.GTID)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.write(3);
      bed.startApplier();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.replica().queryValue("SELECT @@global.gtid_executed"))
                  .isEqualTo(bed.source().queryValue("SELECT @@global.gtid_executed")));
      bed.replica().execute("STOP SLAVE SQL_THREAD");

      JsonNode ended = end(bed);

      assertState("SUCCEEDED", ended);
      assertThat(ended.at("/notes").toString()).contains("somebody else has started and");
      assertThat(bed.applierRuns()).isFalse();
      bed.startApplier();
      bed.assertReplicatesTheSame();
    }
  }
}

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
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * An applier that closes gaps by log position and is stopped half-way makes the server lose count:
 * at its next start it leaves out permanently what it was about to apply. So it is never stopped
 * there.
 */
@Matrix
class GapsHalfWayTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(30);

  /** A replica that was killed with a gap, and that is stopped. */
  private static GapBed killed(ServerRelease release) throws SQLException {
    GapBed bed =
        GapBed.start(
            release,
            release == ServerRelease.MYSQL_9_7 ? Mode.POSITION_CLOCK : Mode.POSITION,
            "relay_log_recovery=0");
    bed.write(7);
    try (Connection lock = bed.runPastALockedRow(20)) {
      bed.killReplica();
    }
    return bed;
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7"})
  void atItsDeadlineAnApplierThatClosesGapsIsLeftRunning(ServerRelease release)
      throws SQLException {
    try (GapBed bed = killed(release)) {
      String id;
      try (Connection lock = bed.holdTheGap()) {
        JsonNode late = bed.close("PT3S");

        assertState("STUCK", late, bed);
        assertThat(late.toString()).contains("After 3 s", "half-way", "retry");
        assertThat(bed.applierRuns()).isTrue();
        id = late.at("/id").asString();
        lock.rollback();
      }
      await().atMost(SEEN_MAX).until(() -> bed.missing().isEmpty());
      assertThat(bed.controller().post("/operations/" + id + ":retry", "").status()).isEqualTo(200);
      await().atMost(SEEN_MAX).untilAsserted(() -> assertState("UNDONE", bed.operation(id), bed));

      assertThat(bed.applierRuns()).as("it stood before").isFalse();
      bed.assertReplicatesTheSame();
    }
  }

  /** As if by hand: it shows no error, and only that somebody stopped something. */
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, START SLAVE SQL_THREAD, STOP SLAVE SQL_THREAD",
    "MYSQL_8_0_15, START SLAVE SQL_THREAD UNTIL SQL_AFTER_MTS_GAPS, STOP SLAVE SQL_THREAD",
    "MYSQL_9_7, START REPLICA SQL_THREAD, STOP REPLICA SQL_THREAD"
  })
  void oneThatWasStoppedHalfWayIsNotStartedInTheSameProcess(
      ServerRelease release, String start, String stop) throws Exception {
    try (GapBed bed = killed(release)) {
      try (Connection lock = bed.holdTheGap()) {
        bed.replica().execute(start);
        await().atMost(SEEN_MAX).until(bed::applierRuns);
        Thread stopping = Thread.ofVirtual().start(() -> bed.replica().execute(stop));
        await()
            .atMost(SEEN_MAX)
            .until(() ->
                bed.replica().query("SHOW PROCESSLIST").stream()
                    .anyMatch(row -> stop.equals(row.values().get("Info"))));
        lock.rollback();
        stopping.join();
      }
      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.missing()).isNotEmpty();

      Answer refused = bed.askToClose("PT20S");

      assertThat(refused.body().at("/code").asString()).isEqualTo("GAPS_NOT_CLOSABLE");
      assertThat(refused.body().toString())
          .contains(
              "no longer knows which transactions it has not applied",
              "relay_log_recovery=0",
              "\"applierNotStopped\":\"true\"");
      bed.replica().restart();
      assertState("SUCCEEDED", bed.close("PT20S"), bed);
      assertThat(bed.missing()).isEmpty();
      bed.assertReplicatesTheSame();
    }
  }

  /** A change that has to stop the applier waits until its gaps are closed. */
  @Test
  void anApplierThatClosesGapsIsNotStoppedToChangeSettings() throws SQLException {
    try (GapBed bed = killed(ServerRelease.MYSQL_5_7_22)) {
      String id;
      try (Connection lock = bed.holdTheGap()) {
        bed.replica().execute("START SLAVE");
        await().atMost(SEEN_MAX).until(bed::applierRuns);
        id =
            bed.controller()
                .post(
                    bed.path("/parallelism"),
                    "{\"settings\":{\"slave_parallel_workers\":\"3\"},\"settle\":\"PT2S\"}")
                .text("/id");
        bed.awaitGoingOn(id);
        assertThat(bed.applierRuns()).isTrue();
        lock.rollback();
      }
      assertState("SUCCEEDED", bed.atRest(id), bed);
      assertThat(bed.workers()).isEqualTo("3");
      assertThat(bed.missing()).isEmpty();
      bed.assertReplicatesTheSame();
    }
  }
}

package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * A source whose binlog lost what no replica had received, as a disk did not keep what it was asked
 * to: its tables have rows that are in no binlog, and no replica will ever have them. What it
 * showed itself when it was read last proves that, whatever its settings were.
 */
@Matrix
class LostEndTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int RECEIVED = 30;
  private static final int UNRECEIVED = 20;
  private static final int LOST = 10;

  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @Cases(
      value = "MYSQL_8_0_15, true",
      thorough = {
        "MARIADB_10_11_5, false",
        "MYSQL_5_6_14, true",
        "MYSQL_5_6_14, false",
        "MYSQL_5_7_22, true",
        "MYSQL_5_7_22, false",
        "MYSQL_8_0_15, false",
        "MYSQL_9_7, true",
        "MARIADB_10_1_8, true",
        "MARIADB_10_2_11, true",
        "MARIADB_10_11_5, true",
        "MARIADB_11_4_5, true"
      })
  void whatItShowedAndLostIsReported(ServerRelease release, boolean byGtid) throws IOException {
    try (LostEndBed bed =
        LostEndBed.start(release, byGtid, Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"))) {
      IncidentBed incidents = writeWhatNobodyReceives(bed);

      bed.loseEnd(LOST);
      bed.source().start();

      JsonNode incident = incidents.settled(1);
      IncidentBed.assertJudged(incident, "CUT_OFF", "COMMITS");
      assertThat(incident.at("/why").asString()).contains("its binlogs lost what they had");
      if (release == ServerRelease.MYSQL_8_0_15 && byGtid) {
        PageExamples.assertSaid(
            PageExamples.blocks("crash.md", "What it had reported itself").getFirst(),
            incident.at("/why").asString());
      }
      assertThat(incident.at("/missing").toString()).contains("BINLOG");
      assertThat(incident.at("/replicas/0/lostOnSource").asString())
          .as("the replica has nothing that it lost: %s", incident)
          .isEqualTo("none");
      assertThat(incident.at("/open").asBoolean()).isTrue();
      bed.awaitShut();
      // Its tables have what its binlog lost; of the last one the engine did not have it yet.
      assertThat(bed.rows(bed.source()))
          .isBetween(RECEIVED + UNRECEIVED - 1L, (long) RECEIVED + UNRECEIVED);
      assertThat(bed.rows(bed.replica())).isEqualTo(RECEIVED);
      Answer unfence = bed.controller().post(bed.path(":unfence"), "{}");
      assertThat(unfence.text("/code")).as("%s", unfence.body()).isEqualTo("FENCE_NOT_LIFTABLE");
    }
  }

  /** The same crash, and a disk that keeps what it is asked to. */
  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @Cases(
      value = "MARIADB_10_11_5, true",
      thorough = {
        "MYSQL_8_0_15, true",
        "MYSQL_5_6_14, false",
        "MYSQL_9_7, true",
        "MARIADB_10_1_8, true"
      })
  void whatIsStillThereIsNoLoss(ServerRelease release, boolean byGtid) {
    try (LostEndBed bed =
        LostEndBed.start(release, byGtid, Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"))) {
      IncidentBed incidents = writeWhatNobodyReceives(bed);

      bed.source().killHard();
      bed.source().start();

      JsonNode incident = incidents.settled(1);
      IncidentBed.assertJudged(incident, "CUT_OFF", "NONE_BY_SETTINGS");
      assertThat(incident.at("/open").asBoolean()).as("%s", incident).isFalse();
      bed.replica().startReplication();
      bed.awaitReplicated();
      assertThat(bed.rows(bed.replica())).isEqualTo(RECEIVED + UNRECEIVED);
      assertThat(FenceBed.isOpen(bed.source())).isTrue();
    }
  }

  /** Its replica is stopped, and it was read after its last write. */
  private static IncidentBed writeWhatNobodyReceives(LostEndBed bed) {
    IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
    incidents.seeWith(1, 1);
    write(bed, RECEIVED);
    bed.awaitReplicated();
    bed.replica().stopReplication();
    write(bed, UNRECEIVED);
    Row end =
        bed.source()
            .query(
                bed.source().release() == ServerRelease.MYSQL_9_7
                    ? "SHOW BINARY LOG STATUS"
                    : "SHOW MASTER STATUS")
            .getFirst();
    String written = end.firstText("File") + ":" + end.firstText("Position");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    bed.controller()
                        .instance(bed.source().address())
                        .at("/binlog/position/value")
                        .asString())
                .isEqualTo(written));
    return incidents;
  }

  private static void write(LostEndBed bed, int rows) {
    for (int row = 0; row < rows; row++) {
      bed.source().execute("INSERT INTO d.t (v) VALUES (%d)".formatted(row));
    }
  }
}

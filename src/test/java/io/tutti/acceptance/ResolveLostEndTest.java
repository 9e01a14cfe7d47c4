package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * A source that lost the end of its binlog under load is left out, and its replica has all that it
 * had received: where the source starts fenced, and where it was written to again while the
 * replica's applier was held.
 */
@Matrix
class ResolveLostEndTest {
  private static final int LOST = 22;
  private static final int WRITTEN_BEFORE = 200;

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5", "MARIADB_11_4_5"})
  void whereItStartsFencedNothingIsWritten(ServerRelease release) throws Exception {
    try (LostEndBed bed = LostEndBed.start(release, true, Map.of())) {
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.seeWith(1, 1);
      StartFencedBed.configure(bed, bed.source());
      String received;
      int before;
      try (LostEndBed.Client client = new LostEndBed.Client(bed, Duration.ZERO)) {
        client.awaitAccepted(WRITTEN_BEFORE);
        bed.loseEnd(LOST);
        received = bed.received();
        before = client.accepted();
        bed.source().start();
        incidents.settled(1);
        assertThat(client.accepted()).as("writes since").isEqualTo(before);
      }
      assertThat(FenceBed.isShut(bed.source())).isTrue();
      assertNamed(bed, incidents, received);

      resolve(bed, incidents);

      assertHasAll(bed, received, before);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5", "MARIADB_11_4_5"})
  void whereItWasWrittenToAgainWithTheApplierHeld(ServerRelease release) throws Exception {
    try (LostEndBed bed =
        LostEndBed.start(release, true, Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"))) {
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.seeWith(1, 1);
      String received;
      int before;
      int letIn;
      try (Connection lock = bed.replica().connect();
          Statement statement = lock.createStatement()) {
        statement.execute("LOCK TABLES d.t READ");
        try (LostEndBed.Client client = new LostEndBed.Client(bed, Duration.ZERO)) {
          client.awaitAccepted(WRITTEN_BEFORE);
          bed.loseEnd(LOST);
          received = bed.received();
          before = client.accepted();
          bed.source().start();
          bed.awaitShut();
          letIn = client.accepted() - before;
        }
        assertThat(bed.rows(bed.replica())).as("nothing was applied").isZero();
        assertNamed(bed, incidents, received);
      }

      JsonNode ended = resolve(bed, incidents);

      assertHasAll(bed, received, before);
      if (letIn > 0) {
        assertThat(ended.at("/notes").toString()).contains("after its restart", "will not have");
      }
    }
  }

  private static void assertNamed(LostEndBed bed, IncidentBed incidents, String received) {
    JsonNode incident = incidents.settled(1);
    assertThat(bed.lostCount(received)).as("what it lost").isPositive();
    assertThat(bed.namedCount(incident)).as("%s", incident).isEqualTo(bed.lostCount(received));
  }

  private static JsonNode resolve(LostEndBed bed, IncidentBed incidents) {
    String id = incidents.settled(1).at("/id").asString();
    Answer accepted = bed.controller().post("/incidents/%s:resolve".formatted(id), "{}");
    return bed.succeeded(bed.atRest(OperationCalls.begun(accepted)));
  }

  /** All that was received, rows from before the kill without a hole, and it takes writes. */
  private static void assertHasAll(LostEndBed bed, String received, int before)
      throws SQLException {
    SandboxServer successor = bed.replica();
    if (bed.isMariaDb()) {
      assertThat(sequence(successor.queryValue("SELECT @@gtid_current_pos").orElseThrow()))
          .isGreaterThanOrEqualTo(sequence(received));
    } else {
      assertThat(
              successor.queryValue(
                  "SELECT GTID_SUBSET('%s', @@global.gtid_executed)".formatted(received)))
          .isEqualTo(Optional.of("1"));
    }
    String fromBefore = " FROM d.t WHERE v < " + before;
    long rows = Long.parseLong(successor.queryValue("SELECT COUNT(*)" + fromBefore).orElseThrow());
    assertThat(rows).isGreaterThan(WRITTEN_BEFORE - LOST);
    assertThat(successor.queryValue("SELECT MAX(v) - MIN(v) + 1" + fromBefore))
        .as("no row is missing between the first and the last")
        .contains(Long.toString(rows));
    try (Connection application = successor.connect(FenceBed.APPLICATION, Duration.ofSeconds(5));
        Statement statement = application.createStatement()) {
      statement.executeUpdate("INSERT INTO d.t (v) VALUES (-1)");
    }
    assertThat(bed.refusal()).as("the old source").isPresent();
    assertThat(successor.replication()).isEmpty();
  }

  private static long sequence(String position) {
    return Long.parseLong(position.substring(position.lastIndexOf('-') + 1));
  }
}

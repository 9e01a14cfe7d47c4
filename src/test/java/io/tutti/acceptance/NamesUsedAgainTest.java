package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A source that lost the end of its binlog gives the names to other transactions at once, so that
 * its set and its replica's look equal when they are compared first.
 */
@Matrix
@OwnProcess
class NamesUsedAgainTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOST = 20;
  private static final int WRITTEN_BEFORE = 200;

  /** More than were lost: all their names are used again. */
  private static final int WRITTEN_SINCE = 60;

  @ParameterizedTest(name = "{0}, controller up: {1}")
  @Cases(value = "MARIADB_10_11_5, false", thorough = "MYSQL_8_0_15, true")
  void whatWasLostIsNamed(ServerRelease release, boolean controllerUp) throws IOException {
    assertNamed(release, true, controllerUp);
  }

  @Tag("thorough")
  @ParameterizedTest(name = "{0}, by GTID: {1}, controller up: {2}")
  @CsvSource({
    "MYSQL_5_6_14, true, true",
    "MYSQL_5_6_14, true, false",
    "MYSQL_5_6_14, false, true",
    "MYSQL_5_6_14, false, false",
    "MYSQL_5_7_22, true, true",
    "MYSQL_5_7_22, true, false",
    "MYSQL_8_0_15, true, false",
    "MYSQL_9_7, true, true",
    "MYSQL_9_7, true, false",
    "MARIADB_10_1_8, true, true",
    "MARIADB_10_1_8, true, false",
    "MARIADB_10_2_11, true, true",
    "MARIADB_10_2_11, true, false",
    "MARIADB_10_11_5, true, true",
    "MARIADB_10_11_5, false, true",
    "MARIADB_11_4_5, true, true",
    "MARIADB_11_4_5, true, false"
  })
  void whatWasLostIsNamedOnEveryRelease(ServerRelease release, boolean byGtid, boolean controllerUp)
      throws IOException {
    assertNamed(release, byGtid, controllerUp);
  }

  /**
   * The replica was not read when it had received them, is away when its source is looked at, and
   * the source is restarted once more before it is back, in order: that one cost nothing, and the
   * one before it did.
   */
  @ParameterizedTest
  @Cases(
      value = "MYSQL_8_0_15",
      thorough = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MARIADB_10_1_8", "MARIADB_10_11_5"})
  void aFurtherRestartHidesNothing(ServerRelease release) throws IOException {
    try (LostEndBed bed =
        LostEndBed.start(release, true, Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))) {
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.seeWith(1, 1);
      bed.controller().freeze();
      try (LostEndBed.Client client = new LostEndBed.Client(bed, Duration.ZERO)) {
        client.awaitAccepted(WRITTEN_BEFORE);
      }
      bed.awaitReplicated();
      bed.loseEnd(LOST);
      String received = bed.received();
      bed.replica().killHard();
      bed.source().start();
      try (LostEndBed.Client client = new LostEndBed.Client(bed, Duration.ZERO)) {
        client.awaitAccepted(WRITTEN_SINCE);
      }
      String lost = bed.lost(received).orElseThrow();
      bed.controller().thaw();
      await()
          .atMost(PATIENCE)
          .until(() -> incidents.incidents().stream().anyMatch(each -> each.has("lastLog")));
      incidents.awaitAnotherSecond();

      bed.source().restart();
      await().atMost(PATIENCE).until(() -> incidents.incidents().size() == 2);
      bed.replica().start();

      await()
          .atMost(PATIENCE.multipliedBy(2))
          .untilAsserted(() -> {
            JsonNode first = incidents.incidents().getLast();
            assertThat(first.at("/replicas/0/lostOnSource").asString())
                .as("%s", first)
                .isEqualTo("named");
            assertThat(first.at("/replicas/0/gtids").asString()).isEqualTo(lost);
            assertThat(first.at("/cost").asString()).isEqualTo("COMMITS");
            assertThat(first.at("/open").asBoolean()).isTrue();
          });
    }
  }

  private static void assertNamed(ServerRelease release, boolean byGtid, boolean controllerUp)
      throws IOException {
    try (LostEndBed bed =
        LostEndBed.start(release, byGtid, Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"))) {
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.seeWith(1, 1);
      String received;
      try (LostEndBed.Client client = new LostEndBed.Client(bed, Duration.ZERO)) {
        client.awaitAccepted(WRITTEN_BEFORE);
        if (!controllerUp) {
          bed.controller().killHard();
        }
        bed.loseEnd(LOST);
        received = bed.received();
        int before = client.accepted();
        bed.source().start();
        if (!controllerUp || release == ServerRelease.MYSQL_9_7) {
          client.awaitAccepted(before + WRITTEN_SINCE);
        } else {
          bed.awaitShut();
        }
      }
      if (!controllerUp) {
        bed.controller().startAgain();
      }
      boolean isLost = bed.lost(received).isPresent();
      // It keeps names with its rows, and misses at most the one that was just committed.
      if (release == ServerRelease.MYSQL_9_7) {
        assertThat(bed.lostCount(received)).isLessThanOrEqualTo(1);
      } else {
        assertThat(isLost).isTrue();
      }
      JsonNode incident = incidents.settled(1);
      System.err.printf(
          "%s, by GTID %s, controller up %s: lost %s, told %s%n",
          release, byGtid, controllerUp, bed.lost(received), incident.at("/replicas/0"));
      if (isLost) {
        assertReported(bed, incident, received, byGtid);
      } else {
        assertThat(incident.at("/replicas/0/lostOnSource").asString())
            .as("%s", incident)
            .isEqualTo("none");
      }
    }
  }

  private static void assertReported(
      LostEndBed bed, JsonNode incident, String received, boolean byGtid) {
    JsonNode replica = incident.at("/replicas/0");
    if (byGtid) {
      assertThat(replica.at("/lostOnSource").asString()).as("%s", incident).isEqualTo("named");
      assertThat(replica.at("/gtids").asString()).isEqualTo(bed.lost(received).orElseThrow());
      assertThat(bed.namedCount(incident)).isEqualTo(bed.lostCount(received));
    } else {
      assertThat(replica.at("/lostOnSource").asString()).as("%s", incident).isEqualTo("beyond");
      assertThat(replica.at("/received").asString()).isEqualTo(received);
    }
    assertThat(incident.at("/cost").asString()).isEqualTo("COMMITS");
    assertThat(incident.at("/open").asBoolean()).isTrue();
    bed.awaitShut();
    String id = incident.at("/id").asString();
    CommandResult shown = bed.controller().tutti("crash", "show", id);
    assertThat(shown.output())
        .doesNotContain("nothing that was committed was lost", "has nothing that this server lost");
    CommandResult now = bed.controller().tutti("crash", "show", bed.source().address().toString());
    assertThat(now.output()).doesNotContain("has nothing that this server lost");
    if (byGtid) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(
                      bed.controller()
                          .get("/incidents/%s/report".formatted(id))
                          .body()
                          .at("/replicas/0/transactions"))
                  .hasSize((int) bed.lostCount(received)));
    }
    RunningController.Answer unfence = bed.controller().post(bed.path(":unfence"), "{}");
    assertThat(unfence.text("/code")).as("%s", unfence.body()).isEqualTo("FENCE_NOT_LIFTABLE");
  }
}

package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * A source that lost the end of its binlog, as when its host goes down: it was killed, and its
 * newest binlog cut to what was on disk. Its replica has the rest.
 */
class LostOnSourceTest {

  private static void awaitRows(SandboxServer server, int count) {
    await()
        .ignoreExceptions()
        .until(() ->
            server
                .queryValue("SELECT COUNT(*) FROM d.t")
                .equals(Optional.of(Integer.toString(count))));
  }

  private static void write(SandboxServer source, int from, int count) {
    for (int id = from; id < from + count; id++) {
      source.execute("INSERT INTO d.t VALUES (%d)".formatted(id));
    }
  }

  private static JsonNode replica(Bed bed) {
    return crash(bed).at("/replicas/0");
  }

  private static JsonNode crash(Bed bed) {
    return bed.awaitReported("/crash");
  }

  private static Bed start(ServerRelease release, boolean byGtid) {
    return Bed.of(release).byGtid(byGtid).about(1).watchedOnly().start();
  }

  private static Path loseBinlog(Bed bed, int lost) {
    return loseBinlog(bed, lost, () -> {});
  }

  /**
   * @param before what happens while the source is still there
   */
  private static Path loseBinlog(Bed bed, int lost, Runnable before) {
    bed.createTable();
    write(bed.source(), 1, 5);
    awaitRows(bed.replica(), 5);
    bed.awaitKnown();
    assertThat(replica(bed).at("/lostOnSource").asString()).isEqualTo("none");

    Binlogs.OnDisk binlog = Binlogs.onDisk(bed.source());
    write(bed.source(), 100, lost);
    awaitRows(bed.replica(), 5 + lost);
    bed.replica().stopReplication();
    before.run();
    bed.source().killHard();
    binlog.loseTheRest();
    bed.source().start();
    return binlog.file();
  }

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} lost")
  @Cases(
      value = "MARIADB_10_11_5, true, 3",
      thorough = {
        "MYSQL_5_6_14, true, 1",
        "MYSQL_5_7_22, true, 1000",
        "MYSQL_8_0_15, true, 3",
        "MARIADB_10_1_8, true, 3",
        "MYSQL_5_6_14, false, 3",
        "MYSQL_5_7_22, false, 1",
        "MARIADB_11_4_5, false, 3"
      })
  void whatTheSourceLostItsReplicaHas(ServerRelease release, boolean byGtid, int lost) {
    try (Bed bed = start(release, byGtid)) {
      Path binlog = loseBinlog(bed, lost);

      JsonNode reported = replica(bed);
      assertThat(crash(bed).at("/cost").asString()).isEqualTo("COMMITS");
      if (byGtid) {
        assertThat(reported.at("/lostOnSource").asString()).as("%s", reported).isEqualTo("named");
        assertThat(reported.at("/gtids").asString()).matches(lastOf(release, lost));
      } else {
        assertThat(reported.at("/lostOnSource").asString()).as("%s", reported).isEqualTo("beyond");
        assertThat(reported.at("/received").asString()).startsWith(binlog.getFileName().toString());
      }
      JsonNode kept = new IncidentBed(bed.controller(), bed.source()).settled(1);
      assertThat(kept.at("/replicas/0")).as("%s", kept).isEqualTo(reported);
      assertThat(kept.at("/cost").asString()).isEqualTo("COMMITS");
      assertThat(bed.controller().get("/findings").body().toString())
          .contains("TRANSACTIONS_LOST_ON_SOURCE")
          .doesNotContain("RESTARTED_WITH_POSSIBLE_LOSS");
      CommandResult shown =
          bed.controller().tutti("crash", "show", bed.source().address().toString());
      assertThat(shown.output())
          .contains(
              byGtid
                  ? "has transactions that this server lost"
                  : "received more than this server's binlog holds");
      if (release == ServerRelease.MYSQL_5_7_22 && byGtid) {
        PageExamples.of("crash.md", "Lost on the source: what replicas have and the server lost")
            .assertPrintedBy(bed.controller(), bed.source().address(), bed.replica().address());
      }
    }
  }

  /**
   * It was polled when it had them, and went before its source: it may have got more, so it is
   * asked again.
   */
  @Matrix
  @Test
  void whatAReplicaHadThatIsAwayItStillHas() {
    try (Bed bed = start(ServerRelease.MYSQL_5_7_22, true)) {
      SandboxServer replica = bed.replica();
      loseBinlog(
          bed,
          3,
          () -> {
            await()
                .until(() ->
                    bed.controller().instance(replica.address()).toString().contains(":1-10"));
            replica.killHard();
          });

      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      await()
          .untilAsserted(() -> {
            assertThat(incidents.incidents()).isNotEmpty();
            JsonNode reported = incidents.incidents().getFirst();
            assertThat(reported.at("/replicas/0/gtids").asString())
                .as("%s", reported)
                .endsWith(":8-10");
            assertThat(reported.at("/replicas/0/why").asString()).contains("it may have more");
            assertThat(reported.at("/settled").asBoolean()).isFalse();
          });
      replica.start();
      JsonNode kept = incidents.settled(1);
      assertThat(kept.at("/replicas/0/gtids").asString()).as("%s", kept).endsWith(":8-10");
    }
  }

  /** Since 8.0.17 InnoDB keeps GTIDs, too: there the server knows what its binlog has lost. */
  @Matrix
  @Test
  void whatInnoDbKnowsIsNotLost() {
    try (Bed bed = start(ServerRelease.MYSQL_9_7, true)) {
      loseBinlog(bed, 3);

      JsonNode reported = replica(bed);
      assertThat(reported.at("/lostOnSource").asString()).as("%s", reported).isEqualTo("none");
      assertThat(bed.source().queryValue("SELECT COUNT(*) FROM d.t")).contains("8");
      assertThat(bed.source().queryValue("SELECT @@gtid_purged").orElseThrow()).endsWith(":8-10");
    }
  }

  /** Seven transactions were on disk; MariaDB shows how far it got, and not from where. */
  private static String lastOf(ServerRelease release, int lost) {
    return release.name().startsWith("MARIADB")
        ? "\\d+-\\d+-" + (7 + lost)
        : "[0-9a-f-]{36}:" + (lost == 1 ? "8" : "8-" + (7 + lost));
  }
}

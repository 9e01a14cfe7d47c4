package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * Positions in domains that say nothing of what a dead source had: one that was left over from an
 * earlier time of the source, and one of a domain in which a replica wrote itself.
 */
class LeftoverPositionsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Bed start(ServerRelease release, String topology) {
    Bed bed = Bed.of(release).byGtid(true).topology(topology).about(1).mayAttach().start();
    bed.createTable();
    bed.write(5);
    bed.awaitKnown();
    bed.sandbox().servers().stream()
        .filter(each -> each.node() != 1)
        .forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    return bed;
  }

  private static void awaitShown(Bed bed, SandboxServer server, String position) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            bed.controller()
                .tutti("instance", server.address().toString(), "--json")
                .output()
                .contains(position));
  }

  private static void assertFailsOver(Bed bed, int to) {
    String source = bed.source().address().toString();
    bed.source().killHard();
    await()
        .atMost(PATIENCE)
        .until(() -> bed.operations().findings(bed.address(bed.source())).contains("SOURCE_DEAD"));
    CommandResult done =
        bed.controller()
            .tutti("failover", source, "--to", bed.server(to).address().toString(), "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    assertThat(done.output()).contains("and nothing is lost");
    assertThat(ResolveBed.takesWrites(bed.server(to))).isTrue();
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MARIADB_10_2_11, ServerRelease.MARIADB_11_4_5})
  void whatTheSourceHadBeforeItsBinlogsIsNotMissed(ServerRelease release) {
    try (Bed bed = start(release, "1>2")) {
      bed.source().execute("SET GLOBAL gtid_slave_pos = '0-77-9000,7-77-5'");
      awaitShown(bed, bed.source(), "7-77-5");
      assertFailsOver(bed, 2);
    }
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MARIADB_10_2_11, ServerRelease.MARIADB_11_4_5})
  void whatAReplicaWroteInItsOwnDomainIsNotMissed(ServerRelease release) {
    try (Bed bed = start(release, "1>2,1>3")) {
      SandboxServer own = bed.server(3);
      own.execute(
          "STOP SLAVE",
          "CHANGE MASTER TO MASTER_USE_GTID = current_pos",
          "SET GLOBAL gtid_domain_id = 9");
      own.execute("CREATE DATABASE own", "CREATE TABLE own.t (id INT PRIMARY KEY)");
      own.execute("START SLAVE");
      bed.write(5);
      Checksums.awaitEqual(bed.source(), own, "d.t");
      Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
      awaitShown(bed, own, "9-");
      assertFailsOver(bed, 2);
      bed.server(2).execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
      Checksums.awaitEqual(bed.server(2), own, "d.t");
    }
  }

  /** Nothing of that domain came from its source, and nobody else has any of it. */
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MARIADB_10_2_11, ServerRelease.MARIADB_11_4_5})
  void whatAReplicaHadOfAnotherDomainKeepsItFromNoMove(ServerRelease release) {
    try (Bed bed = start(release, "1>2,1>3")) {
      SandboxServer moved = bed.server(3);
      leaveOver(bed, moved);

      CommandResult done =
          bed.controller()
              .tutti(
                  "relocate",
                  moved.address().toString(),
                  "--below",
                  bed.server(2).address().toString(),
                  "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      bed.write(5);
      Checksums.awaitEqual(bed.source(), moved, "d.t");
      assertThat(ReplicaStatus.of(moved).text("Master_Port"))
          .isEqualTo(Integer.toString(bed.server(2).address().port()));
    }
  }

  /** By domains a channel begins with all that a replica has: the source never had that. */
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MARIADB_10_2_11, ServerRelease.MARIADB_11_4_5})
  void whatAReplicaHadOfAnotherDomainWasNotLostInACrash(ServerRelease release) {
    try (Bed bed = start(release, "1>2")) {
      leaveOver(bed, bed.server(2));
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.killWith(1, 1);

      JsonNode judged = incidents.settled(1);

      assertThat(judged.at("/replicas/0/lostOnSource").asString())
          .as("%s", judged)
          .isEqualTo("none");
      assertThat(incidents.findings()).doesNotContain("TRANSACTIONS_LOST_ON_SOURCE");
    }
  }

  private static void leaveOver(Bed bed, SandboxServer replica) {
    replica.execute("STOP SLAVE");
    replica.execute(
        "SET GLOBAL gtid_slave_pos = '%s,7-77-5'"
            .formatted(replica.queryValue("SELECT @@gtid_slave_pos").orElseThrow()));
    replica.execute("START SLAVE");
    awaitShown(bed, replica, "7-77-5");
  }
}

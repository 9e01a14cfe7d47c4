package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * At the address of a source another server answers, with another history: the replica connects,
 * and applies what that one writes on top of what it has of the former one. That is found, and
 * nobody is promoted across it, until the replica is given up.
 */
class OtherServerAtAddressTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String FOUND = "SOURCE_IS_ANOTHER_SERVER";

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_8_0_15, ServerRelease.MYSQL_9_7})
  void isFoundAndNobodyIsPromotedAcrossIt(ServerRelease release) throws IOException {
    try (Bed bed = start(release, true)) {
      bed.server(2).stopReplication();
      becomeAnother(bed.source(), release);
      bed.server(2).startReplication();

      assertFound(bed, bed.server(2).address() + " received ", "the server there never had that");
      assertNobodyIsPromoted(bed);
    }
  }

  /** It continues at the same place, in binlogs that are not those of the former one. */
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_8_0_15,
      thorough = {ServerRelease.MYSQL_5_6_14, ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_9_7})
  void isFoundByPositionToo(ServerRelease release) throws IOException {
    try (Bed bed = start(release, false)) {
      bed.source().stop();
      Files.delete(bed.source().dataDirectory().resolve("auto.cnf"));
      bed.source().start();

      assertFound(bed, "and the one that answers there now as ");
      assertNobodyIsPromoted(bed);
    }
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MARIADB_10_2_11, ServerRelease.MARIADB_11_4_5})
  void isFoundByDomainsToo(ServerRelease release) {
    try (Bed bed = start(release, true)) {
      bed.server(2).stopReplication();
      bed.source()
          .execute(
              "SET GLOBAL server_id = 77",
              "SET GLOBAL gtid_domain_id = 9",
              "DROP DATABASE d",
              "RESET MASTER");
      bed.server(2).startReplication();
      bed.source().execute("SET gtid_domain_id = 9", "CREATE DATABASE other");

      assertFound(bed, "and the one that answers there now as ");
      assertNobodyIsPromoted(bed);
    }
  }

  private static Bed start(ServerRelease release, boolean byGtid) {
    Bed bed = Bed.of(release).byGtid(byGtid).topology("1>2").about(1).mayAttach().start();
    bed.createTable();
    bed.write(5);
    bed.awaitKnown();
    Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
    assertThat(bed.operations().findings(bed.address(bed.source()))).doesNotContain(FOUND);
    return bed;
  }

  private static void assertFound(Bed bed, String... words) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(bed.operations().findings(bed.address(bed.source()))).contains(FOUND));
    String source = bed.source().address().toString();
    assertThat(bed.controller().tutti("findings", source).output()).contains(words);
  }

  private static void assertNobodyIsPromoted(Bed bed) {
    String source = bed.source().address().toString();
    String replica = bed.server(2).address().toString();
    assertRefused(bed.controller().tutti("switchover", source, "--to", replica, "--yes"), replica);
    bed.source().killHard();
    await()
        .atMost(PATIENCE)
        .until(() -> bed.operations().findings(bed.address(bed.source())).contains("SOURCE_DEAD"));
    assertRefused(bed.controller().tutti("failover", source, "--yes"), replica);
    assertRefused(bed.controller().tutti("failover", source, "--to", replica, "--yes"), replica);
    assertThat(ResolveBed.takesWrites(bed.server(2))).isFalse();
  }

  /** Its replica connects again then, as neither has anything of the other. */
  private static void becomeAnother(SandboxServer server, ServerRelease release)
      throws IOException {
    server.stop();
    Files.delete(server.dataDirectory().resolve("auto.cnf"));
    server.start();
    server.execute(
        "DROP DATABASE d",
        release == ServerRelease.MYSQL_9_7 ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER",
        "CREATE DATABASE other");
  }

  private static void assertRefused(CommandResult refused, String replica) {
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.toString())
        .contains(
            "is not the server from which " + replica + " replicated",
            "tutti crash rebuild " + replica + " --mark");
  }
}

package io.tutti.acceptance;

import static io.tutti.acceptance.RejoinTest.name;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_2_11;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_6_14;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The same without GTIDs: what was kept with the failover proves where a source that is back is to
 * go on. Where it does not, it stays out, and what is possible is said.
 */
class RejoinByPlaceTest {
  private static final int ROWS = 20;

  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {MYSQL_5_6_14, MYSQL_8_0_15, MYSQL_9_7, MARIADB_10_2_11, MARIADB_10_11_5})
  void oneThatLostNothingBecomesAReplica(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, false)) {
      SandboxServer now = RejoinTest.failOver(bed);
      RejoinTest.awaitFenced(bed);
      now.execute("FLUSH LOGS", "INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));

      CommandResult shown = bed.controller().tutti("rejoin", name(bed, 1), "--dry-run");
      assertThat(shown.exitCode()).as("%s", shown).isZero();
      assertThat(shown.output())
          .contains("%s has all that %s has.".formatted(bed.address(now), name(bed, 1)))
          .contains("let %s replicate from %s".formatted(name(bed, 1), bed.address(now)));
      RejoinTest.rejoined(bed);

      RejoinTest.assertIsReplicaOf(bed, now);
      RejoinTest.rejoined(bed);
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {MYSQL_5_6_14, MARIADB_10_11_5})
  void itRejoinsByItselfWhereThatIsWanted(ServerRelease release) {
    try (Bed bed =
        SwitchoverTest.start(
            Bed.of(release).byGtid(false).settings(Map.of("TUTTI_REJOIN_POLICY", "AUTO")))) {
      RejoinTest.assertRejoinsByItself(bed);
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {MYSQL_5_6_14, MYSQL_8_0_15, MARIADB_10_11_5})
  void whatItHasMoreIsNamedAndKeepsItOut(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, false)) {
      bed.write(ROWS);
      List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
      replicas.forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
      replicas.forEach(
          each -> each.execute("STOP %s IO_THREAD".formatted(ReplicaStatus.word(each.release()))));
      int alone = bed.nextRow();
      bed.source().execute("INSERT INTO d.t VALUES (%d)".formatted(alone));
      bed.source().killHard();
      replicas.forEach(
          each -> each.execute("START %s IO_THREAD".formatted(ReplicaStatus.word(each.release()))));
      SandboxServer now = RejoinTest.failOverDead(bed);
      bed.source().start();
      RejoinTest.awaitFenced(bed);

      await()
          .untilAsserted(() ->
              assertThat(bed.operations().findings(bed.address(bed.source())))
                  .contains("FORMER_SOURCE_HAS_MORE"));
      assertThat(RejoinTest.refused(bed, "rejoin", name(bed, 1)))
          .containsPattern("it has (1 )?transaction")
          .contains("Inserts into d.t: ", "=%d".formatted(alone))
          .contains("tutti crash rebuild %s --mark".formatted(name(bed, 1)));
      assertIsLeft(bed, now);
    }
  }

  /** Its binlogs show nothing of what it had. */
  @Matrix
  @ParameterizedTest
  @Releases(value = MYSQL_5_7_22, thorough = MYSQL_8_0_15)
  void whoseBinlogsWereBegunAgainStaysOut(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, false)) {
      SandboxServer now = RejoinTest.failOver(bed);
      RejoinTest.awaitFenced(bed);
      bed.source().execute("RESET MASTER");

      assertThat(RejoinTest.refused(bed, "rejoin", name(bed, 1)))
          .contains("begun", "tutti crash rebuild %s --mark".formatted(name(bed, 1)));
      assertIsLeft(bed, now);
    }
  }

  /** Nothing is kept of what another replica than the promoted one had. */
  @Matrix
  @ParameterizedTest
  @Releases(value = MYSQL_5_7_22, thorough = MYSQL_5_6_14)
  void whoIsToFollowAnotherThanTheNewSourceStaysOut(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, false)) {
      SandboxServer now = RejoinTest.failOver(bed);
      RejoinTest.awaitFenced(bed);
      SandboxServer other = bed.server(5 - now.node());

      assertThat(
              RejoinTest.refused(bed, "rejoin", name(bed, 1), "--below", name(bed, other.node())))
          .contains(
              "%s took its place".formatted(bed.address(now)),
              "tutti crash rebuild %s --mark".formatted(name(bed, 1)));
      assertIsLeft(bed, now);
    }
  }

  private static void assertIsLeft(Bed bed, SandboxServer now) {
    assertThat(FenceBed.isShut(bed.source())).isTrue();
    assertThat(bed.source().replication()).isEmpty();
    assertThat(ResolveBed.takesWrites(now)).isTrue();
  }
}

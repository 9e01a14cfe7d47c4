package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_11_4_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * What each server is after its next start, once roles were changed: it keeps that itself where it
 * can, and else it is found.
 */
class NextStartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String READ_ONLY = "SOURCE_STARTS_READ_ONLY";
  private static final String WRITABLE = "REPLICA_STARTS_WRITABLE";

  @ParameterizedTest
  @Releases(value = MYSQL_8_0_15, thorough = MYSQL_9_7)
  void theRolesAreRightAfterARestartOfEveryServer(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, true)) {
      switchOver(bed);
      bed.sandbox().servers().forEach(SandboxServer::restart);
      assertTakesWrites(bed, 2);
      assertRefusesWrites(bed, 1, 3);

      SandboxServer last = failOver(bed, 2);
      last.restart();
      assertTakesWrites(bed, last.node());

      bed.server(2).start();
      CommandResult rejoined = rejoined(bed, 2);
      assertThat(rejoined.exitCode()).as("%s", rejoined).isZero();
      bed.sandbox().servers().forEach(SandboxServer::restart);
      assertTakesWrites(bed, last.node());
      assertRefusesWrites(bed, 2, 4 - last.node());
      bed.awaitKnown();
      assertThat(bed.findings()).doesNotContain(READ_ONLY, WRITABLE);
    }
  }

  /** What somebody wrote into the option files, or let a server keep, is not in the way. */
  @ParameterizedTest
  @Releases(value = MYSQL_9_7, thorough = MYSQL_8_0_15)
  void whatAServerKeptBeforeIsReplaced(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, true)) {
      bed.server(1).execute("SET PERSIST read_only = OFF");
      bed.server(2).execute("SET PERSIST super_read_only = ON", "SET PERSIST read_only = ON");

      CommandResult shown = switchOver(bed);

      assertThat(shown.output())
          .contains("let %s take writes after its next start, too".formatted(name(bed, 2)))
          .contains("let %s refuse writes after its next start, too".formatted(name(bed, 1)));
      assertThat(kept(bed.server(1))).contains("ON,ON");
      assertThat(kept(bed.server(2))).contains("OFF,OFF");
      bed.server(2).restart();
      assertTakesWrites(bed, 2);
    }
  }

  /** What an option file says is not seen, but how the server started. */
  @ParameterizedTest
  @Releases(value = MARIADB_10_11_5, thorough = MYSQL_5_7_22)
  void whereNothingIsKeptTheNextStartIsFound(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, true)) {
      bed.server(1).restart();
      bed.server(2).restart();
      bed.awaitKnown();
      awaitFindings(bed, 1);

      CommandResult shown = switchOver(bed);

      assertThat(shown.output())
          .contains("The next start of %s makes it refuse writes".formatted(name(bed, 2)))
          .contains("The next start of %s makes it take writes".formatted(name(bed, 1)));
      awaitFindings(bed, 2, READ_ONLY);
      awaitFindings(bed, 1, WRITABLE);
      bed.server(1).restart();
      bed.server(2).restart();
      assertTakesWrites(bed, 1);
      assertRefusesWrites(bed, 2);
    }
  }

  /** MariaDB says of each variable whether anybody has set it since the server started. */
  @ParameterizedTest
  @Releases(value = MARIADB_10_11_5, thorough = MARIADB_11_4_5)
  void whatNobodyHasSetSinceShowsHowAServerStarts(ServerRelease release) {
    try (Bed bed = SwitchoverTest.start(release, true)) {
      switchOver(bed);

      awaitFindings(bed, 2, READ_ONLY);
      awaitFindings(bed, 1, WRITABLE);
      bed.server(1).restart();
      bed.server(2).restart();
      assertTakesWrites(bed, 1);
      assertRefusesWrites(bed, 2);
    }
  }

  private static void awaitFindings(Bed bed, int node, String... codes) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(bed.operations().findings(bed.address(bed.server(node))))
                .filteredOn(each -> each.equals(READ_ONLY) || each.equals(WRITABLE))
                .containsExactly(codes));
  }

  private static String name(Bed bed, int node) {
    return bed.server(node).address().toString();
  }

  /** Source and replicas take and refuse writes, and nobody opens or shuts them meanwhile. */
  private static void assertTakesWrites(Bed bed, int node) {
    assertThat(ResolveBed.takesWrites(bed.server(node))).as("%d takes writes", node).isTrue();
  }

  private static void assertRefusesWrites(Bed bed, int... nodes) {
    for (int node : nodes) {
      assertThat(ResolveBed.takesWrites(bed.server(node))).as("%d takes writes", node).isFalse();
    }
  }

  private static Optional<String> kept(SandboxServer server) {
    return server.queryValue(
        "SELECT GROUP_CONCAT(VARIABLE_VALUE ORDER BY VARIABLE_NAME)"
            + " FROM performance_schema.persisted_variables"
            + " WHERE VARIABLE_NAME IN ('read_only', 'super_read_only')");
  }

  /**
   * @return what its plan said
   */
  private static CommandResult switchOver(Bed bed) {
    String from = name(bed, 1);
    String to = name(bed, 2);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult planned =
              bed.controller().tutti("switchover", from, "--to", to, "--dry-run");
          assertThat(planned.exitCode()).as("%s", planned).isZero();
        });
    CommandResult shown = bed.controller().tutti("switchover", from, "--to", to, "--dry-run");
    CommandResult done = bed.controller().tutti("switchover", from, "--to", to, "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    assertThat(done.output()).doesNotContain("is left as it was");
    return shown;
  }

  private static SandboxServer failOver(Bed bed, int lost) {
    bed.awaitKnown();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.server(1).queryValue("SELECT COUNT(*) FROM d.t"))
                .isEqualTo(bed.server(3).queryValue("SELECT COUNT(*) FROM d.t")));
    bed.server(lost).killHard();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult planned = bed.controller().tutti("failover", name(bed, lost), "--dry-run");
          assertThat(planned.exitCode()).as("%s", planned).isZero();
        });
    CommandResult done = bed.controller().tutti("failover", name(bed, lost), "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    return ResolveBed.takesWrites(bed.server(1)) ? bed.server(1) : bed.server(3);
  }

  private static CommandResult rejoined(Bed bed, int node) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult planned = bed.controller().tutti("rejoin", name(bed, node), "--dry-run");
          assertThat(planned.exitCode()).as("%s", planned).isZero();
        });
    return bed.controller().tutti("rejoin", name(bed, node), "--yes");
  }
}

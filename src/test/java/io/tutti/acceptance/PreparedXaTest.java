package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** Transactions that are prepared by XA when another server takes the place of their source. */
class PreparedXaTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String FOUND = "PREPARED_TRANSACTIONS";

  /** They are replicated as they are prepared, and ended on the new source. */
  @ParameterizedTest
  @Releases(
      value = {MYSQL_8_0_15, MARIADB_10_11_5},
      thorough = {MYSQL_5_7_22, ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_11_4_5})
  void whereTheyAreReplicatedTheyWaitOnTheNewSource(ServerRelease release) throws SQLException {
    try (Bed bed = start(release)) {
      prepare(bed.source());
      await().atMost(PATIENCE).until(() -> isPrepared(bed.server(2)));
      awaitFound(bed, bed.source());
      String old = bed.source().address().toString();
      String next = bed.server(2).address().toString();

      String shown = run(bed, "switchover", old, "--to", next, "--dry-run");
      assertThat(shown)
          .contains("'pay-17' is prepared by XA since")
          .contains("on %s, and stays so".formatted(next));
      run(bed, "switchover", old, "--to", next, "--yes");
      assertThat(isPrepared(bed.server(2))).isTrue();
      awaitFound(bed, bed.server(2));

      bed.server(2).execute("XA COMMIT 'pay-17'");
      await()
          .atMost(PATIENCE)
          .until(() -> !isPrepared(bed.server(1)) && !isPrepared(bed.server(2)));
      assertThat(bed.server(1).queryValue("SELECT count(*) FROM d.t WHERE id = 1017"))
          .hasValue("1");
      awaitGone(bed, bed.server(2));
    }
  }

  /** The new source has nothing of them: the plan says so before. */
  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_6_14, thorough = ServerRelease.MARIADB_10_2_11)
  void whereTheyAreNotReplicatedThePlanSaysThatTheyStayBehind(ServerRelease release)
      throws SQLException {
    try (Bed bed = start(release);
        Connection kept = prepared(bed.source())) {
      awaitFound(bed, bed.source());
      assertThat(isPrepared(bed.server(2))).isFalse();

      assertThat(
              run(
                  bed,
                  "switchover",
                  bed.source().address().toString(),
                  "--to",
                  bed.server(2).address().toString(),
                  "--dry-run"))
          .contains("'pay-17' is prepared by XA since")
          .contains("Let its coordinator end it first");
      try (Statement statement = kept.createStatement()) {
        statement.execute("XA ROLLBACK 'pay-17'");
      }
      awaitGone(bed, bed.source());
    }
  }

  /** The account of a failover names what waits on the new source. */
  @Matrix
  @ParameterizedTest
  @Releases(value = MYSQL_8_0_15, thorough = MYSQL_5_7_22)
  void aFailoverNamesWhatWaitsForItsCoordinator(ServerRelease release) throws SQLException {
    try (Bed bed = start(release)) {
      prepare(bed.source());
      await().atMost(PATIENCE).until(() -> isPrepared(bed.server(2)));
      String lost = bed.source().address().toString();
      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("failover", lost, "--dry-run").exitCode())
                  .isZero());

      assertThat(run(bed, "failover", lost, "--yes"))
          .contains("'pay-17' is prepared by XA since")
          .contains("XA COMMIT 'pay-17'");
    }
  }

  private static Bed start(ServerRelease release) {
    Bed bed =
        Bed.of(release)
            .byGtid(true)
            .topology("1>2")
            .about(1)
            .durable()
            .mayAttach()
            .settings(
                Map.of(
                    "TUTTI_DISCOVERY_POLL_INTERVAL",
                    "100ms",
                    "TUTTI_FINDINGS_PREPARED_TRANSACTIONS_THRESHOLD",
                    "0s"))
            .start();
    bed.createTable();
    bed.write(3);
    bed.awaitKnown();
    Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
    return bed;
  }

  private static void prepare(SandboxServer server) throws SQLException {
    prepared(server).close();
  }

  private static Connection prepared(SandboxServer server) throws SQLException {
    Connection session = server.connect();
    try (Statement statement = session.createStatement()) {
      for (String each :
          List.of(
              "XA START 'pay-17'",
              "INSERT INTO d.t (id) VALUES (1017)",
              "XA END 'pay-17'",
              "XA PREPARE 'pay-17'")) {
        statement.execute(each);
      }
    }
    return session;
  }

  private static boolean isPrepared(SandboxServer server) {
    return server.queryValue("XA RECOVER").isPresent();
  }

  private static void awaitFound(Bed bed, SandboxServer server) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(findings(bed, server)).contains(FOUND));
  }

  private static void awaitGone(Bed bed, SandboxServer server) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(findings(bed, server)).doesNotContain(FOUND));
  }

  private static List<String> findings(Bed bed, SandboxServer server) {
    return bed.operations().findings(bed.address(server));
  }

  private static String run(Bed bed, String... command) {
    CommandResult result = bed.controller().tutti(command);
    assertThat(result.exitCode()).as("%s", result).isZero();
    return result.output();
  }
}
